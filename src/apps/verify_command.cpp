#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/certificate_file.h"

namespace partita::apps {

namespace {

int reject(const std::string& reason, const std::vector<std::string>& line) {
  std::printf("rejected: %s\n", reason.c_str());
  if (!line.empty()) std::printf("refuting line: %s\n", base::join(line, " ").c_str());
  return kExitFailed;
}

int verify_file(const std::string& path, bool unbounded) {
  const base::Stopwatch watch;
  const auto text = study::read_certificate_file(path);
  if (!text) return refuse(text.error());
  const auto read = solve::read_certificate(*text);
  if (!read) return refuse(base::quoted(path) + ": " + read.error());
  const catalog::Certificate& certificate = read->certificate;
  const auto found =
      catalog::verify_certificate(certificate, unbounded ? catalog::Rim::kForbidden : catalog::Rim::kAllowed);
  if (!found) return refuse(base::quoted(path) + ": " + found.error());
  if (!found->accepted) return reject(found->reason, found->refuting_line);
  if (const auto kept = solve::check_promises(*read); !kept) return reject(kept.error(), {});
  // The claim is told only now that all of it was compared and played through.
  std::fputs(certificate.claim.text().c_str(), stdout);
  std::printf("positions %llu\nlongest line %d plies\nclaim sha256 %s\nentries sha256 %s\n",
              static_cast<unsigned long long>(found->positions), found->longest_line,
              certificate.claim.digest().c_str(), read->promised_digest.c_str());
  if (unbounded) std::printf("no line touches the rim: the claim holds on the endless board\n");
  std::printf("accepted in %.1f s\n", watch.seconds());
  return kExitFine;
}

}  // namespace

Action add_verify_command(Arguments& app) {
  struct Options {
    std::string path;
    bool unbounded = false;
  };
  auto options = std::make_shared<Options>();
  app.add_option("file", options->path, kRequired, "certificate written by 'partita solve --certificate'");
  app.add_flag("--unbounded", options->unbounded, "also check that no line touches the rim of the board");
  app.footer(
      "Plays every reply of the loser against the strategy by the rules alone; nothing of the solver is used.\n"
      "Exit code 0: accepted, 1: rejected (the refuting line is shown), 2: not a certificate.\n\n"
      "Examples:\n" +
      catalog::examples_of("verify"));
  return [options] { return verify_file(options->path, options->unbounded); };
}

}  // namespace partita::apps
