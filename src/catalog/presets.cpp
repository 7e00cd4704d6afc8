#include "catalog/presets.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "catalog/games.h"
#include "catalog/levels.h"
#include "catalog/montecarlo_presets.h"
#include "catalog/presets_by_game.h"

namespace partita::catalog {

namespace {

/// A preset can only be offered where its evaluator exists.
bool is_offered(const Preset& preset, const GameEntry* game) {
  const auto evaluator = preset.values.find("evaluator");
  if (evaluator == preset.values.end() || game == nullptr) return true;
  return std::any_of(game->evaluators.begin(), game->evaluators.end(),
                     [&](const auto& named) { return named.first == evaluator->second; });
}

std::vector<Preset> reports_presets(std::string_view game) {
  if (game == "andantino") return andantino_presets();
  if (game == "omega") return omega_presets();
  if (game == "tafl") return tafl_presets();
  if (game == "hex")
    return {{"partita-ab", "our alpha-beta for Hex, by the cells still needed to join", {{"search", "negamax"}}}};
  return {};
}

/// A level's preset has the switches of the engine below it.
void add_level_presets(std::string_view game, std::vector<Preset>& presets) {
  for (const Level& level : levels_of(game)) {
    const auto below =
        std::find_if(presets.begin(), presets.end(), [&](const Preset& preset) { return preset.name == level.preset; });
    if (below == presets.end()) continue;
    const base::OptionValues values = below->values;
    presets.push_back({"level-" + std::to_string(level.level),
                       "level " + std::to_string(level.level) + " of " + std::to_string(levels_of(game).size()) +
                           ", \"" + level.name + "\"",
                       values});
  }
}

std::vector<Preset> make_presets(std::string_view game) {
  std::vector<Preset> presets = {
      {"partita", "the default engine", partita_switches(game)},
      {"partita-classic", "the default engine with the hand-written evaluation", classic_switches(game)},
      {"random", "any legal move (Aboukhadra 2.2, Trebing 3)", {{"search", "random"}}},
      {"greedy", "the move that looks best at once", {{"search", "greedy"}, {"random_equal", "on"}}},
  };
  for (Preset& preset : montecarlo_presets(game)) presets.push_back(std::move(preset));
  if (game == "andantino") {
    presets.push_back(
        {"perfect", "plays from a proven strategy where there is one (Black on side 10)", partita_switches(game)});
  }
  for (Preset& preset : reports_presets(game)) presets.push_back(std::move(preset));
  add_level_presets(game, presets);
  const auto entry = find_game(game);
  const GameEntry* known = entry ? *entry : nullptr;
  std::erase_if(presets, [&](const Preset& preset) { return !is_offered(preset, known); });
  // Where nothing is learnt the default engine is the classic one.
  if (known == nullptr || !known->network) {
    std::erase_if(presets, [](const Preset& preset) { return preset.name == "partita-classic"; });
  }
  return presets;
}

}  // namespace

const std::vector<Preset>& presets_of(std::string_view game) {
  static std::map<std::string, std::vector<Preset>, std::less<>> by_game;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  auto found = by_game.find(game);
  if (found == by_game.end()) found = by_game.emplace(std::string(game), make_presets(game)).first;
  return found->second;
}

base::OptionValues with(base::OptionValues values, const base::OptionValues& changes) {
  for (const auto& [name, value] : changes) values[name] = value;
  return values;
}

base::OptionValues bare_switches() {
  base::OptionValues values;
  for (const char* name : {"iterative_deepening",
                           "root_ordering",
                           "tt",
                           "tt_move",
                           "killers",
                           "history",
                           "continuation_history",
                           "counter_moves",
                           "move_hints",
                           "null_move",
                           "multi_cut",
                           "pvs",
                           "aspiration",
                           "lmr",
                           "lmp",
                           "futility",
                           "iir",
                           "static_win_test",
                           "forced_reply_extension",
                           "quiescence",
                           "endgame",
                           "win_stop",
                           "cycle_draw"}) {
    values[name] = "off";
  }
  return values;
}

/// Our alpha-beta with whatever evaluator the game lists first.
base::OptionValues classic_switches(std::string_view game) {
  base::OptionValues values = partita_switches(game);
  values.erase("evaluator");
  return values;
}

base::OptionValues partita_switches(std::string_view game) {
  if (game == "omega" || game == "hex") {
    for (const Preset& preset : montecarlo_presets(game)) {
      if (preset.name == "partita-mcts") return preset.values;
    }
  }
  // iir, futility and these reductions scored 148-122 against reductions 90/60 alone (40 ms a move, every opening of
  // data/openings twice); a pass often hides the threat that decides Andantino.
  if (game == "andantino") {
    return {{"lmr", "on"}, {"lmr_base", "120"}, {"lmr_slope", "80"},    {"lmp", "on"},
            {"iir", "on"}, {"futility", "on"},  {"tt_least_depth", "2"}};
  }
  // At 40 ms a move: four plies of quiescence 28-4-8 against eight (mcgill); more reductions 13-0-7 and 11-2-7. A table
  // without the last ply before the leaves costs nothing (176-40-184) and makes nodes a twelfth quicker.
  if (game == "tafl") {
    return {{"lmr", "on"},       {"lmr_base", "90"},        {"lmr_slope", "60"},     {"lmp", "on"},
            {"null_move", "on"}, {"quiescence_plies", "4"}, {"tt_least_depth", "2"}, {"evaluator", "net"}};
  }
  return {};
}

/// Fitted to self-play (docs/lab.md): the units of the evaluators have nothing in common.
search::ChanceCurve chance_curve_of(std::string_view game) {
  if (game == "andantino") return {173.0, 0.0};
  if (game == "omega") return {58'000.0, 0.0};
  if (game == "tafl") return {460.0, 0.39};
  return {};
}

}  // namespace partita::catalog
