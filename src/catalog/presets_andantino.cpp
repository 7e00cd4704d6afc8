#include "catalog/presets_by_game.h"

namespace partita::catalog {

namespace {

/// Sweere: negamax with a table of 2^24 entries (always new), iterative deepening, plain win scores; stops at a win,
/// falls back on a loss, and answers a loss in two before searching.
base::OptionValues sweere(const char* evaluator) {
  return with(bare_switches(), {{"search", "negamax"},
                                {"evaluator", evaluator},
                                {"iterative_deepening", "on"},
                                {"keep_partial", "off"},
                                {"tt", "on"},
                                {"tt_move", "on"},
                                {"tt_replacement", "always"},
                                {"hash_mb", "256"},
                                {"count_collisions", "on"},
                                {"win_score", "plain"},
                                {"win_stop", "on"},
                                {"loss_fallback", "on"},
                                {"precheck_loss_in_two", "on"},
                                {"time_manager", "sweere"}});
}

/// Aboukhadra: wins of 500 - depth, three seconds a move; the depths without iterative deepening are table 1's. A depth
/// that was not finished counts for nothing: without ordering at the root its first moves are no better than any.
base::OptionValues aboukhadra(const base::OptionValues& changes) {
  return with(with(bare_switches(), {{"evaluator", "aboukhadra"},
                                     {"win_score", "aboukhadra"},
                                     {"keep_partial", "off"},
                                     {"tt_replacement", "always"},
                                     {"tt_life", "search"},
                                     {"time_manager", "aboukhadra"}}),
              changes);
}

/// Rao: depth 3, evaluation Fn2, wins of 10^5 whatever their distance, one table for a whole game (3.4.1).
base::OptionValues rao(const base::OptionValues& changes) {
  return with(with(bare_switches(), {{"evaluator", "rao-fn2"},
                                     {"win_score", "plain"},
                                     {"max_depth", "3"},
                                     {"tt_replacement", "always"},
                                     {"tt_life", "game"},
                                     {"time_manager", "fixed"}}),
              changes);
}

void add_aboukhadra(std::vector<Preset>& presets) {
  const base::OptionValues table = {{"search", "negamax"}, {"tt", "on"}};
  const base::OptionValues deepening = {{"iterative_deepening", "on"}, {"max_depth", "11"}};
  const base::OptionValues killers = with(table, {{"killers", "on"}});
  presets.push_back({"aboukhadra-minimax", "Aboukhadra 3.1: minimax, depth 4",
                     aboukhadra({{"search", "minimax"}, {"max_depth", "4"}})});
  presets.push_back({"aboukhadra-alphabeta", "Aboukhadra 3.2: alpha-beta, depth 5",
                     aboukhadra({{"search", "alphabeta"}, {"max_depth", "5"}})});
  presets.push_back({"aboukhadra-negamax", "Aboukhadra 3.2: negamax, depth 5",
                     aboukhadra({{"search", "negamax"}, {"max_depth", "5"}})});
  presets.push_back({"aboukhadra-id", "Aboukhadra 3.3: iterative deepening with root move ordering",
                     aboukhadra(with(deepening, {{"search", "alphabeta"}, {"root_ordering", "on"}}))});
  presets.push_back(
      {"aboukhadra-tt", "Aboukhadra 3.4: transposition table, depth 6", aboukhadra(with(table, {{"max_depth", "6"}}))});
  presets.push_back({"aboukhadra-tt-id", "Aboukhadra 3.3, 3.4: transposition table and iterative deepening",
                     aboukhadra(with(table, deepening))});
  presets.push_back({"aboukhadra-tt-killers", "Aboukhadra 3.5: transposition table and two killers a ply, depth 7",
                     aboukhadra(with(killers, {{"max_depth", "7"}}))});
  presets.push_back({"aboukhadra-tt-killers-id", "Aboukhadra 3.5, 6: all of it, to depth 11; his tournament engine",
                     aboukhadra(with(killers, deepening))});
}

}  // namespace

std::vector<Preset> andantino_presets() {
  std::vector<Preset> presets;
  presets.push_back({"sweere-none", "Sweere 3-5, 6.3.1: his engine without evaluation", sweere("none")});
  presets.push_back({"sweere-groups", "Sweere 6.1: evaluation by group size", sweere("sweere-groups")});
  presets.push_back(
      {"sweere-neighbours", "Sweere 6.2: evaluation by neighbours of the same colour", sweere("sweere-neighbours")});
  add_aboukhadra(presets);
  presets.push_back({"rao-ab-minimax", "Rao 3.4: alpha-beta, depth 3", rao({{"search", "alphabeta"}})});
  presets.push_back({"rao-ab-negamax-tt", "Rao 3.4.1: negamax with a transposition table, depth 3",
                     rao({{"search", "negamax"}, {"tt", "on"}})});
  presets.push_back(
      {"rao-ab-negamax-tt-id", "Rao 3.4.2: and iterative deepening with root move ordering",
       rao({{"search", "negamax"}, {"tt", "on"}, {"iterative_deepening", "on"}, {"root_ordering", "on"}})});
  return presets;
}

}  // namespace partita::catalog
