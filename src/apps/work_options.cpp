#include "apps/work_options.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "apps/settings.h"
#include "work/nats_queue.h"
#include "work/thread_queue.h"

namespace partita::apps {

namespace {

base::StopFlag interrupted;

void on_stop_signal(int) {
  if (interrupted.is_raised()) std::_Exit(130);
  interrupted.raise();
}

}  // namespace

void add_nats_options(Arguments& app, work::NatsLogin& login) {
  app.add_option("--nats-credentials", login.file,
                 "file with lines user = NAME, password = WORD or token = WORD, or a NATS .creds file "
                 "(else PARTITA_NATS_CREDENTIALS, or PARTITA_NATS_USER and PARTITA_NATS_PASSWORD)");
  app.add_option("--nats-ca", login.authority, "certificates to trust for TLS (else PARTITA_NATS_CA, or the system's)");
  app.add_option("--nats-cert", login.certificate, "certificate to show to the NATS server");
  app.add_option("--nats-key", login.key, "its key");
}

void add_work_options(Arguments& app, WorkOptions& options) {
  app.add_option("--concurrency", options.concurrency, Range{1, 256}, "games at a time on this machine");
  app.add_option("--nats", options.nats, "play on the workers of this NATS server instead, as in nats://host:4222");
  add_nats_options(app, options.login);
  app.add_option("--guest-checks", options.guest_checks, Range{0, 1'000},
                 "one in so many answers of guests is done again by a worker, all of a new guest's; 0: no guests");
  app.add_option("--guest-wait", options.guest_wait_s, Range{1, 86'400},
                 "seconds after which a job that a guest has not answered is a worker's");
}

const work::HandlerRegistry& job_handlers() {
  static const work::HandlerRegistry registry = work::standard_handlers();
  return registry;
}

std::unique_ptr<work::Queue> make_queue(const WorkOptions& options, const std::string& run, bool resume) {
  if (options.nats.empty()) return std::make_unique<work::ThreadQueue>(options.concurrency, job_handlers());
  work::DispatchOptions how;
  how.url = options.nats;
  how.login = work::with_environment(options.login, environment);
  how.run = run;
  how.leftovers = resume ? work::DispatchOptions::Leftovers::kUse : work::DispatchOptions::Leftovers::kDrop;
  how.guests.one_in = static_cast<std::uint32_t>(options.guest_checks);
  how.guests.patience_ms = 1'000 * std::int64_t{options.guest_wait_s};
  how.on_note = [](const std::string& note) { std::fprintf(stderr, "partita: %s\n", note.c_str()); };
  return std::make_unique<work::NatsQueue>(std::move(how));
}

TwoInterrupts::TwoInterrupts() {
  interrupted.lower();
  std::signal(SIGINT, on_stop_signal);
  std::signal(SIGTERM, on_stop_signal);
}
TwoInterrupts::~TwoInterrupts() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
const base::StopFlag& TwoInterrupts::flag() const { return interrupted; }

}  // namespace partita::apps
