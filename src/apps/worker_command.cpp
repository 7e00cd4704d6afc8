#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>

#include "apps/command.h"
#include "apps/settings.h"
#include "apps/work_options.h"
#include "arena/time_control.h"
#include "base/url.h"
#include "work/nats_worker.h"
#include "work/public_worker.h"
#include "work/signature.h"

namespace partita::apps {

namespace {

struct WorkerGiven {
  work::WorkerOptions options;
  std::string ack_wait = "30s";
  bool programs = false;
  std::uint64_t mebibytes = work::kProofMebibytes;
  std::string only;
  std::string server;
  std::string key;
  std::string key_file;
  std::string authority;
};

/// The first word of a file, where --key would show it to everybody on the machine.
base::Parsed<std::string> key_in(const std::string& path) {
  std::ifstream file(path);
  std::string key;
  if (!(file >> key)) return base::Error{path + ": no key can be read from it"};
  return key;
}

base::Parsed<std::string> given_key(const WorkerGiven& given) {
  if (!given.key.empty()) return given.key;
  if (!given.key_file.empty()) return key_in(given.key_file);
  if (auto named = environment("PARTITA_WORKER_KEY"); named && !named->empty()) return *named;
  return base::Error{"--server needs a key: --key-file FILE, PARTITA_WORKER_KEY or --key KEY"};
}

int run_volunteer(const WorkerGiven& given) {
  work::PublicWorkerOptions options;
  const auto address = work::read_web_address(given.server);
  if (!address) return refuse(address.error());
  const auto key = given_key(given);
  if (!key) return refuse(key.error());
  options.server = *address;
  options.key = *key;
  options.authority = given.authority;
  options.threads = given.options.threads;
  options.on_note = [](const std::string& note) {
    std::fprintf(stderr, "partita: %s\n", base::hide_secrets(note).c_str());
  };
  const TwoInterrupts interrupts;
  std::fprintf(stderr, "partita: worker of version %s for %s, %d threads\n", work::signature().c_str(),
               base::hide_secrets(given.server).c_str(), options.threads);
  const auto done = work::run_public_worker(options, interrupts.flag());
  return done ? kExitFine : refuse(done.error());
}

int run_worker(const WorkerGiven& given) {
  if (!given.server.empty()) return run_volunteer(given);
  if (!given.key.empty() || !given.key_file.empty()) return refuse("a key is for --server");
  work::WorkerOptions options = given.options;
  const auto wait = arena::read_duration_ms(given.ack_wait);
  if (!wait) return refuse(wait.error());
  if (*wait < 300) return refuse("--ack-wait must be at least 300ms");
  options.ack_wait = std::chrono::milliseconds(*wait);
  if (given.only == "jobs") options.serves = work::WorkerOptions::Serves::kJobs;
  if (given.only == "pages") options.serves = work::WorkerOptions::Serves::kPages;
  options.login = work::with_environment(options.login, environment);
  options.on_note = [](const std::string& note) { std::fprintf(stderr, "partita: %s\n", note.c_str()); };
  const TwoInterrupts interrupts;
  std::fprintf(stderr, "partita: worker of version %s on %s, %d threads\n", work::signature().c_str(),
               base::hide_secrets(options.url).c_str(), options.threads);
  const auto registry = work::standard_handlers(given.programs ? work::Programs::kAllowed : work::Programs::kRefused,
                                                static_cast<std::size_t>(given.mebibytes));
  const auto done = run_nats_worker(options, registry, interrupts.flag());
  return done ? kExitFine : refuse(done.error());
}

}  // namespace

Action add_worker_command(Arguments& app) {
  auto given = std::make_shared<WorkerGiven>();
  app.add_option("--nats", given->options.url, "the NATS server")->capture_default_str();
  add_nats_options(app, given->options.login);
  app.add_option("--threads", given->options.threads, "jobs at a time")->check(Range{1, 256});
  app.add_option("--name", given->options.name, "what to be called in work status");
  app.add_option("--ack-wait", given->ack_wait, "silence after which a job is given to somebody else")
      ->capture_default_str();
  app.add_option("--tries", given->options.tries, "deliveries after which a job is parked with its error")
      ->check(Range{1, 100});
  app.add_option("--memory", given->mebibytes,
                 "MiB of the table of each thread that works on a proof ('partita solve --nats')")
      ->check(Range{1, 1 << 20})
      ->capture_default_str();
  app.add_option("--only", given->only,
                 "jobs: matches, self-play and proofs; pages: searches for 'partita serve --nats' (default: both)")
      ->check(OneOf{{"jobs", "pages"}});
  app.add_option("--server", given->server, "help a server over the internet instead, as in https://games.example.org");
  app.add_option("--key", given->key, "the key its owner gave you (better: --key-file, or PARTITA_WORKER_KEY)");
  app.add_option("--key-file", given->key_file, "file with that key");
  app.add_option("--ca", given->authority, "certificates to trust for --server instead of the system's");
  app.add_flag(
      "--programs", given->programs,
      "also play for other programs (ugi:COMMAND): then whoever reaches the NATS server can run anything here");
  app.footer(
      "Does jobs until Ctrl-C (which lets those under way end; a second ends at once). See "
      "docs/running-many-machines.md.\n\n"
      "Examples:\n  partita worker --nats nats://server:4222 --threads 16\n"
      "  partita worker --server https://games.example.org --key-file my.key --threads 4");
  return [given] { return run_worker(*given); };
}

}  // namespace partita::apps
