#include "catalog/presets_by_game.h"

namespace partita::catalog {

namespace {

/// Trebing: negamax with one stone a ply, iterative deepening, a table that is emptied every turn, the opening book,
/// ends worth their complete score (5.3), and an even share of the clock; the enhancements are what the presets differ
/// in.
base::OptionValues trebing(const base::OptionValues& enhancements) {
  return with(with(bare_switches(), {{"search", "negamax"},
                                     {"evaluator", "trebing"},
                                     {"iterative_deepening", "on"},
                                     {"tt", "on"},
                                     {"tt_move", "on"},
                                     {"tt_replacement", "always"},
                                     {"tt_life", "turn"},
                                     {"own_book", "on"},
                                     {"objective", "score"},
                                     {"time_manager", "trebing"}}),
              enhancements);
}

}  // namespace

std::vector<Preset> omega_presets() {
  const base::OptionValues null_move = {{"null_move", "on"}};
  const base::OptionValues killers = {{"killers", "on"}};
  const base::OptionValues multi_cut = {{"multi_cut", "on"}, {"multi_cut_cuts", "3"}, {"multi_cut_moves", "10"}};
  return {
      {"trebing-tt", "Trebing 5.1, 7: his engine with the transposition table alone", trebing({})},
      {"trebing-nm", "Trebing 5.5: the table and null moves", trebing(null_move)},
      {"trebing-km", "Trebing 5.2: the table and killer moves", trebing(killers)},
      {"trebing-nm-mc", "Trebing 5.5, 5.6: null moves and multi-cut", trebing(with(null_move, multi_cut))},
      {"trebing-mc-km", "Trebing 5.2, 5.6: multi-cut and killer moves", trebing(with(multi_cut, killers))},
      {"trebing-nm-km", "Trebing 5.2, 5.5: null moves and killer moves", trebing(with(null_move, killers))},
      {"trebing-full", "Trebing 5, 8: his tournament engine, all of it",
       trebing(with(with(null_move, multi_cut), killers))},
      {"partita-ab", "our alpha-beta for Omega", {{"search", "negamax"}}},
  };
}

}  // namespace partita::catalog
