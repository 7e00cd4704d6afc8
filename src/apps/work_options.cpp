#include "apps/work_options.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "work/nats_queue.h"
#include "work/thread_queue.h"

namespace partita::apps {

namespace {

base::StopFlag interrupted;

void on_interrupt(int) {
  if (interrupted.is_raised()) std::_Exit(130);
  interrupted.raise();
}

}  // namespace

void add_work_options(Arguments& app, WorkOptions& options) {
  app.add_option("--concurrency", options.concurrency, "games at a time on this machine")->check(Range{1, 256});
  app.add_option("--nats", options.nats, "play on the workers of this NATS server instead, as in nats://host:4222");
}

const work::Workshop& workshop() {
  static const work::Workshop shop = work::standard_workshop();
  return shop;
}

std::unique_ptr<work::Queue> make_queue(const WorkOptions& options, const std::string& run, bool resume) {
  if (options.nats.empty()) return std::make_unique<work::ThreadQueue>(options.concurrency, workshop());
  work::DispatchOptions how;
  how.url = options.nats;
  how.run = run;
  how.leftovers = resume ? work::DispatchOptions::Leftovers::kUse : work::DispatchOptions::Leftovers::kDrop;
  how.on_note = [](const std::string& note) { std::fprintf(stderr, "partita: %s\n", note.c_str()); };
  return std::make_unique<work::NatsQueue>(std::move(how));
}

TwoInterrupts::TwoInterrupts() {
  interrupted.lower();
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
}
TwoInterrupts::~TwoInterrupts() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
const base::StopFlag& TwoInterrupts::flag() const {
  return interrupted;
}

}  // namespace partita::apps
