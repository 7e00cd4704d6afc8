#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/settings.h"
#include "apps/work_options.h"
#include "arena/time_control.h"
#include "base/url.h"
#include "work/nats_worker.h"
#include "work/signature.h"

namespace partita::apps {

namespace {

struct WorkerGiven {
  work::WorkerOptions options;
  std::string ack_wait = "30s";
  bool programs = false;
  std::uint64_t mebibytes = work::kProofMebibytes;
  std::string only;
};

int run_worker(const WorkerGiven& given) {
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
  app.add_option("--nats", given->options.url, "the NATS server");
  add_nats_options(app, given->options.login);
  app.add_option("--threads", given->options.threads, Range{1, 256}, "jobs at a time");
  app.add_option("--name", given->options.name, "what to be called in work status");
  app.add_option("--ack-wait", given->ack_wait, "silence after which a job is given to somebody else");
  app.add_option("--tries", given->options.tries, Range{1, 100},
                 "deliveries after which a job is parked with its error");
  app.add_option("--memory", given->mebibytes, Range{1, 1 << 20},
                 "MiB of the table of each thread that works on a proof ('partita solve --nats')");
  app.add_option("--only", given->only, OneOf{{"jobs", "pages"}},
                 "jobs: matches, self-play and proofs; pages: searches for 'partita serve --nats' (default: both)");
  app.add_flag(
      "--programs", given->programs,
      "also play for other programs (ugi:COMMAND): then whoever reaches the NATS server can run anything here");
  app.footer(
      "Does jobs until Ctrl-C (which lets those under way end; a second ends at once). See "
      "docs/running-many-machines.md.\n\n"
      "Examples:\n  partita worker --nats nats://server:4222 --threads 16");
  return [given] { return run_worker(*given); };
}

}  // namespace partita::apps
