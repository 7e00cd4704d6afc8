#include "catalog/levels.h"

#include <array>
#include <map>

#include "catalog/game_list.h"
#include "game/profile.h"

namespace partita::catalog {

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

template <class... Games>
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
