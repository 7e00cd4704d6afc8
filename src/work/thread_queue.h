#pragma once

#include "work/job.h"
#include "work/job_handlers.h"

namespace partita::work {

/// Does jobs on threads of this process. A job that fails is given up at once: here it would fail again.
class ThreadQueue final : public Queue {
 public:
  ThreadQueue(int threads, const HandlerRegistry& registry) : threads_(threads), registry_(registry) {}

 private:
  base::Parsed<base::Done> run_jobs(const std::vector<Job>& jobs, const NextJob& next, const OnResult& on_result,
                                    const base::StopFlag& stop) override;

  int threads_;
  const HandlerRegistry& registry_;
};

}  // namespace partita::work
