#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "game/types.h"
#include "search/limits.h"
#include "search/switches.h"

namespace partita::search {

/// What a time manager may know of the game when it is asked for a move's time.
struct TimeQuestion {
  Limits limits;
  game::Seat seat = 0;
  int seat_count = 2;
  int ply = 0;                ///< plies played
  int plies_in_turn = 1;      ///< of one seat
  std::int64_t whole_ms = 0;  ///< the greatest clock this seat has shown in the game; 0: unknown
  int turns_left = 0;         ///< of this seat, where the game knows; 0: unknown
};

/// How long a move may take. `soft`: start no new iteration after it; `hard`: stop the search. Microseconds.
struct Budget {
  static constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
  std::int64_t soft_us = kForever;
  std::int64_t hard_us = kForever;
};

/// How settled the search is, for managers that listen: between iterations.
struct Settledness {
  int stable_iterations = 0;  ///< how often in a row the best move stayed the same
  int score_drop = 0;         ///< how far the value fell since the last iteration, in evaluation units
  int unit = 100;             ///< of the game's evaluation; half of it is a big drop
  bool single_move = false;
};

/// The time for a move by the rule of that name. The clocks are the seat's own; movetime_ms overrides every rule.
Budget choose_budget(TimeRule rule, const TimeQuestion& question);

/// Whether to begin another iteration after `elapsed_us`.
bool may_deepen(TimeRule rule, const Budget& budget, std::int64_t elapsed_us, const Settledness& settled);

}  // namespace partita::search
