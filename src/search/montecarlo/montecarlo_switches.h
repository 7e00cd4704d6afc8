#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/option.h"

namespace partita::search::montecarlo {

/// How a child is chosen on the way down: by its own results (UCT), blended with "all moves as first" (AMAF/RAVE), or
/// by a policy network (PUCT), which is AMAF where there is none.
enum class Selection : std::uint8_t { kUct, kAmaf, kPuct };
/// How a leaf is valued: a random game, a game with the game's own bias, or the evaluator at once.
enum class LeafValue : std::uint8_t { kUniform, kBiased, kEvaluate };

/// Everything that may be set about a Monte-Carlo search. Name, range and help stand in montecarlo_switches.cpp;
/// presets change values.
struct MonteCarloSwitches {
  Selection selection = Selection::kAmaf;
  LeafValue playout = LeafValue::kBiased;
  double exploration = 0.1;      ///< weight of the UCB1 term
  double amaf_bias = 300;        ///< visits at which a move's own results weigh as much as AMAF
  double prior_weight = 0;       ///< AMAF visits that the game's prior is worth, with two seats
  double margin_weight = 0.05;   ///< part of the reward that is the margin instead of the share of the point
  double many_exploration = 0;   ///< the least `exploration` with more than two seats
  double many_margin = 0;        ///< the least `margin_weight` with more than two seats
  double puct = 0.8;             ///< weight of the priors in PUCT
  double puct_reduction = 0.12;  ///< how much less than its parent an untried move counts, in PUCT
  int deduce_at = 0;             ///< visits at which a node is asked what the game can prove of it, in PUCT; 0: never
  double first_play = 1.0;       ///< value of a move nothing is known of
  int expand_at = 2;             ///< visits at which a leaf gets children
  int playout_plies = 0;         ///< plies after which the evaluator cuts a playout short; 0: never
  double eval_scale = 1000;      ///< evaluation at which the expected share is 1 / (1 + 1/e)
  bool solver = true;            ///< proven results are backed up
  bool reuse = true;             ///< the tree is kept between moves
  int endgame_root_cells = 19;   ///< the game's exact solver is asked when so many cells are free, or fewer

  /// What a search of a game with so many seats uses.
  MonteCarloSwitches for_seats(int seats) const {
    MonteCarloSwitches used = *this;
    if (seats <= 2) return used;
    used.exploration = std::max(exploration, many_exploration);
    used.margin_weight = std::max(margin_weight, many_margin);
    used.prior_weight = 0;  // priors are fitted to games of two
    return used;
  }

  // Shared with alpha-beta under the same names: search::read_switches() copies what is declared there.
  bool endgame = true;
  int hash_mb = 64;  ///< bound on the tree's memory
  int threads = 1;
  std::uint64_t seed = 1;
};

/// Appends the declarations, with the struct's defaults.
void add_montecarlo_options(std::vector<base::OptionSpec>& specs);
/// REQUIRES: `values` were checked against `specs`, which hold all of search::switch_options().
MonteCarloSwitches read_montecarlo_switches(const std::vector<base::OptionSpec>& specs,
                                            const base::OptionValues& values);

}  // namespace partita::search::montecarlo
