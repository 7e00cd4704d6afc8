#pragma once

#include <functional>
#include <vector>

#include "arena/job.h"
#include "base/clock.h"
#include "base/parsed.h"

namespace partita::arena {

/// Plays one job with players made for it (and kept for the next job with the same specifications). One thread.
class JobPlayer {
 public:
  JobPlayer();
  ~JobPlayer();
  base::Parsed<GameOutcome> play(const GameJob& job, const RefereeRules& rules, const base::StopFlag& stop);

 private:
  struct Bench;
  std::unique_ptr<Bench> bench_;
};

/// Somebody who gets a list of games played: threads here, or workers on many machines (room `work`).
class GameRunner {
 public:
  /// Called for every finished game, one call at a time. Returns false to ask for an early end.
  using OnOutcome = std::function<bool(const GameOutcome&)>;
  virtual ~GameRunner() = default;
  /// Plays all jobs in order of start; returns when all are done, or after `stop` was raised and running games ended. A
  /// job that cannot be played (unknown preset, bad opening) is an error and ends the run.
  virtual base::Parsed<base::Done> run(const std::vector<GameJob>& jobs, const OnOutcome& on_outcome,
                                       const base::StopFlag& stop) = 0;
};

/// Plays on `threads` threads of this process.
class ThreadRunner final : public GameRunner {
 public:
  ThreadRunner(int threads, RefereeRules rules) : threads_(threads), rules_(rules) {}
  base::Parsed<base::Done> run(const std::vector<GameJob>& jobs, const OnOutcome& on_outcome,
                               const base::StopFlag& stop) override;

 private:
  int threads_;
  RefereeRules rules_;
};

}  // namespace partita::arena
