#pragma once

#include "work/job.h"
#include "work/job_handlers.h"

namespace partita::work {

/// Does jobs on threads of this process. A job that fails is given up at once: here it would fail again.
class ThreadQueue final : public Queue {
 public:
  ThreadQueue(int threads, const HandlerRegistry& registry) : threads_(threads), registry_(registry) {}
  base::Parsed<base::Done> run(const std::vector<Job>& jobs, const OnResult& on_result,
                               const base::StopFlag& stop) override;

 private:
  int threads_;
  const HandlerRegistry& registry_;
};

}  // namespace partita::work
