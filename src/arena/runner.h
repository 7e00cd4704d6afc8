#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "arena/game_job.h"
#include "base/clock.h"
#include "base/parsed.h"

namespace partita::arena {

/// Plays one job with players made for it (and kept for the next job with the same specifications). One thread.
class JobPlayer {
 public:
  JobPlayer();
  ~JobPlayer();
  base::Parsed<GameOutcome> play(const GameJob& job, const base::StopFlag& stop);

 private:
  struct Reused;
  std::unique_ptr<Reused> reused_;
};

/// Somebody who gets a list of games played: room `work` does it by threads here or by workers on many machines.
class GameRunner {
 public:
  /// Called for every finished game, one call at a time. Returns false to ask for an early end.
  using OnOutcome = std::function<bool(const GameOutcome&)>;
  virtual ~GameRunner() = default;
  /// Starts the jobs in their order; returns when all are done, or after `stop` was raised and running games ended.
  /// Games that cannot be played (unknown preset, bad opening) are an error.
  virtual base::Parsed<base::Done> run(const std::vector<GameJob>& jobs, const OnOutcome& on_outcome,
                                       const base::StopFlag& stop) = 0;
};

}  // namespace partita::arena
