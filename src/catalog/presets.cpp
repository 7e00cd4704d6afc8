#include "catalog/presets.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <mutex>
#include <utility>

#include "catalog/game_list.h"
#include "catalog/games.h"
#include "game/profile.h"

namespace partita::catalog {

namespace {

base::OptionValues with(base::OptionValues values, const base::OptionValues& changes) {
  for (const auto& [name, value] : changes) values[name] = value;
  return values;
}

/// REQUIRES: a text of a profile. A test reads them all.
base::OptionValues with(base::OptionValues values, std::string_view switches) {
  if (switches.empty()) return values;
  const auto changes = base::read_values(switches);
  assert(changes.ok());
  return changes ? with(std::move(values), *changes) : values;
}

/// Every switch that a report would have to mention, off: what the reports' presets start from.
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

/// A preset can only be offered where its evaluator exists.
bool is_offered(const Preset& preset, const GameEntry* game) {
  const auto evaluator = preset.values.find("evaluator");
  if (evaluator == preset.values.end() || game == nullptr) return true;
  return std::any_of(game->evaluators.begin(), game->evaluators.end(),
                     [&](const auto& named) { return named.first == evaluator->second; });
}

/// Monte-Carlo search as it is for any game: `uct`, `amaf`, and `partita-mcts` with what matches have shown to be best.
std::vector<Preset> montecarlo_presets(const game::Profile& profile) {
  const base::OptionValues uct = with({{"search", "montecarlo"},
                                       {"selection", "uct"},
                                       {"playout", "uniform"},
                                       {"exploration", "70"},
                                       {"margin_weight", "0"}},
                                      profile.uct);
  const base::OptionValues amaf = with(uct, {{"selection", "amaf"}, {"exploration", "10"}});
  return {
      {"uct", "Monte-Carlo tree search by UCT with uniform playouts", uct},
      {"amaf", "the same with all moves as first", amaf},
      {"partita-mcts", "our Monte-Carlo search: biased playouts, all moves as first, proven results",
       with(amaf, profile.montecarlo)},
  };
}

/// The switches of the preset of that name; of the declared defaults (none) for "".
base::OptionValues values_of(const std::vector<Preset>& presets, std::string_view name) {
  if (name == "bare") return bare_switches();
  const auto found = std::find_if(presets.begin(), presets.end(), [&](const Preset& p) { return p.name == name; });
  assert(name.empty() || found != presets.end());
  return found == presets.end() ? base::OptionValues{} : found->values;
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
  const auto entry = find_game(game);
  const GameEntry* known = entry ? *entry : nullptr;
  const game::Profile& profile = known == nullptr ? game::no_profile() : *known->profile;
  const std::vector<Preset> montecarlo = montecarlo_presets(profile);
  const base::OptionValues best = with(values_of(montecarlo, profile.engine_from), profile.engine);
  base::OptionValues classic = best;
  classic.erase("evaluator");
  std::vector<Preset> presets = {
      {"partita", "the default engine", best},
      {"partita-classic", "the default engine with the hand-written evaluation", classic},
      {"random", "any legal move (Aboukhadra 2.2, Trebing 3)", {{"search", "random"}}},
      {"greedy", "the move that looks best at once", {{"search", "greedy"}, {"random_equal", "on"}}},
  };
  presets.insert(presets.end(), montecarlo.begin(), montecarlo.end());
  for (const game::ProfilePreset& own : profile.presets) {
    presets.push_back({std::string(own.name), std::string(own.help), with(values_of(presets, own.from), own.switches),
                       with({}, own.program)});
  }
  add_level_presets(game, presets);
  std::erase_if(presets, [&](const Preset& preset) { return !is_offered(preset, known); });
  // Where the default engine reads no network it is the classic one.
  if (classic == best) {
    std::erase_if(presets, [](const Preset& preset) { return preset.name == "partita-classic"; });
  }
  return presets;
}

/// Whether every rule that the text names has the value it gives.
bool fits(std::string_view text, const base::OptionValues& rules) {
  if (text.empty()) return true;
  const auto wanted = base::read_values(text);
  return wanted && std::all_of(wanted->begin(), wanted->end(), [&](const auto& rule) {
           const auto found = rules.find(rule.first);
           return found != rules.end() && found->second == rule.second;
         });
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

search::ChanceCurve chance_curve(const game::Profile& profile, const base::OptionValues& rules) {
  for (const game::CurveUnderRules& known : profile.curves) {
    if (fits(known.rules, rules)) return known.curve;
  }
  return {};
}

namespace {

constexpr std::array<const char*, 10> kNames = {"First steps", "Beginner", "Novice", "Casual",   "Club",
                                                "Strong",      "Expert",   "Master", "Champion", "Utmost"};

/// The ladder of a game that nobody has measured yet.
const std::vector<game::LevelRow>& unmeasured_rows() {
  static const std::vector<game::LevelRow> rows = {{"partita", 0, 1, 12, 0.6},    {"partita", 0, 1, 3, 0.4},
                                                   {"partita", 0, 1, 1, 0.3},     {"partita", 0, 2, 0.6, 0.2},
                                                   {"partita", 1'500, 0, 0, 0},   {"partita", 4'000, 0, 0, 0},
                                                   {"partita", 12'000, 0, 0, 0},  {"partita", 35'000, 0, 0, 0},
                                                   {"partita", 100'000, 0, 0, 0}, {"partita", 300'000, 0, 0, 0}};
  return rows;
}

std::vector<Level> make_levels(const game::Profile& profile) {
  std::vector<Level> levels;
  for (const game::LevelRow& row : profile.levels.empty() ? unmeasured_rows() : profile.levels) {
    const int level = static_cast<int>(levels.size()) + 1;
    levels.push_back(
        {level, kNames.at(levels.size()), std::string(row.preset), row.nodes, row.depth, row.spread, row.tolerance});
  }
  return levels;
}

template <game::Game... Games>
std::map<std::string, std::vector<Level>, std::less<>> levels_by_game(GameList<Games...>) {
  return {{std::string(Games::kName), make_levels(game::profile_of<Games>())}...};
}

}  // namespace

const std::vector<Level>& levels_of(std::string_view game) {
  static const auto levels = levels_by_game(AllGames{});
  static const std::vector<Level> none;
  const auto found = levels.find(game);
  return found == levels.end() ? none : found->second;
}

const Level* level_of_preset(std::string_view game, std::string_view preset) {
  for (const Level& level : levels_of(game)) {
    if (preset == "level-" + std::to_string(level.level)) return &level;
  }
  return nullptr;
}

}  // namespace partita::catalog
