#pragma once

#include "work/job.h"
#include "work/workshop.h"

namespace partita::work {

/// Does jobs on threads of this process. A job that fails is given up at once: here it would fail again.
class ThreadQueue final : public Queue {
 public:
  ThreadQueue(int threads, const Workshop& shop) : threads_(threads), shop_(shop) {}
  base::Parsed<base::Done> run(const std::vector<Job>& jobs, const OnResult& on_result,
                               const base::StopFlag& stop) override;

 private:
  int threads_;
  const Workshop& shop_;
};

}  // namespace partita::work
