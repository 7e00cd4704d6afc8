#pragma once

#include <functional>
#include <optional>
#include <string>

#include "arena/result_log.h"
#include "arena/runner.h"
#include "arena/standings.h"
#include "base/sprt.h"

namespace partita::arena {

struct TournamentOptions {
  std::optional<base::SprtBounds> sprt;  ///< matches only: ends the match when the test does
  ResultLog* log = nullptr;              ///< outcomes found there count as played
  /// After every game, on a runner's thread, one call at a time.
  std::function<void(const Standings&, const GameOutcome&)> on_game;
};

/// Gets every game of the plan played that is not in the log yet, and keeps the standings up to date. Raising `stop`
/// ends it after the games under way.
base::Parsed<base::Done> run_tournament(const TournamentPlan& plan, GameRunner& runner,
                                        const TournamentOptions& options, Standings& standings,
                                        const base::StopFlag& stop);

/// The match's log-likelihood ratio so far, first against second entrant.
double match_llr(const Standings& standings, const base::SprtBounds& bounds);

}  // namespace partita::arena
