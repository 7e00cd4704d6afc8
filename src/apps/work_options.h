#pragma once

#include <memory>
#include <string>

#include "apps/arguments.h"
#include "base/clock.h"
#include "work/job.h"
#include "work/job_handlers.h"
#include "work/nats_login.h"

namespace partita::apps {

/// Where jobs are done: --concurrency threads here, or --nats, a server with workers.
struct WorkOptions {
  int concurrency = 1;
  std::string nats;
  work::NatsLogin login;
  int guest_checks = 8;
  int guest_wait_s = 60;
};
/// How to be let in by a NATS server; what is not given is taken from the environment.
void add_nats_options(Arguments& app, work::NatsLogin& login);
void add_work_options(Arguments& app, WorkOptions& options);

/// What this program can do as jobs. Lives as long as the program.
const work::HandlerRegistry& job_handlers();
/// `run` names the work: the same plan has the same name. With `resume`, what an earlier dispatcher left on the server
/// counts.
std::unique_ptr<work::Queue> make_queue(const WorkOptions& options, const std::string& run, bool resume);

/// While it lives, the first Ctrl-C raises flag(), the second ends the program at once with exit code 130. One at a
/// time.
class TwoInterrupts {
 public:
  TwoInterrupts();
  ~TwoInterrupts();
  TwoInterrupts(const TwoInterrupts&) = delete;
  TwoInterrupts& operator=(const TwoInterrupts&) = delete;
  const base::StopFlag& flag() const;
};

}  // namespace partita::apps
