#pragma once

#include "arena/runner.h"
#include "work/job.h"

namespace partita::work {

/// An arena's games as jobs of a queue. Games that are given up do not keep the others from being played; the first of
/// them is the error in the end.
class GameQueue final : public arena::GameRunner {
 public:
  explicit GameQueue(Queue& queue) : queue_(queue) {}
  base::Parsed<base::Done> run(const std::vector<arena::GameJob>& jobs, const OnOutcome& on_outcome,
                               const base::StopFlag& stop) override;

 private:
  Queue& queue_;
};

}  // namespace partita::work
