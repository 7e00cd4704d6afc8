#include "catalog/levels.h"

#include <array>
#include <map>

#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

struct Row {
  const char* preset;
  std::uint64_t nodes;
  int depth;
  double spread;
  double tolerance;
};
using Rows = std::array<Row, 10>;

constexpr std::array<const char*, 10> kNames = {"First steps", "Beginner", "Novice", "Casual",   "Club",
                                                "Strong",      "Expert",   "Master", "Champion", "Utmost"};

// Each row beats the one above it: data/levels/*.json has the matches (partita lab levels).
constexpr Rows kAndantino = {{{"partita", 0, 1, 10, 0.6},
                              {"partita", 0, 1, 3, 0.4},
                              {"partita", 0, 1, 1.2, 0.3},
                              {"partita", 0, 2, 0.7, 0.2},
                              {"partita", 0, 3, 0.4, 0.1},
                              {"partita", 1'500, 0, 0, 0},
                              {"partita", 5'000, 0, 0, 0},
                              {"partita", 15'000, 0, 0, 0},
                              {"partita", 60'000, 0, 0, 0},
                              {"partita", 300'000, 0, 0, 0}}};
constexpr Rows kOmega = {{{"partita-ab", 0, 1, 12, 0.6},
                          {"partita-ab", 0, 1, 3, 0.4},
                          {"partita-ab", 0, 1, 1, 0.3},
                          {"partita-ab", 0, 1, 0.3, 0.2},
                          {"partita-ab", 0, 3, 0.2, 0.1},
                          {"partita", 150, 0, 0, 0},
                          {"partita", 500, 0, 0, 0},
                          {"partita", 2'000, 0, 0, 0},
                          {"partita", 6'000, 0, 0, 0},
                          {"partita", 40'000, 0, 0, 0}}};
constexpr Rows kTafl = {{{"partita-classic", 0, 1, 12, 0.6},
                         {"partita-classic", 0, 1, 3, 0.4},
                         {"partita-classic", 0, 1, 1, 0.3},
                         {"partita-classic", 0, 2, 0.6, 0.2},
                         {"partita-classic", 1'500, 0, 0, 0},
                         {"partita-classic", 4'000, 0, 0, 0},
                         {"partita-classic", 12'000, 0, 0, 0},
                         {"partita-classic", 35'000, 0, 0, 0},
                         {"partita-classic", 100'000, 0, 0, 0},
                         {"partita-classic", 300'000, 0, 0, 0}}};

constexpr Rows kHex = {{{"partita-ab", 0, 1, 12, 0.6},
                        {"partita-ab", 0, 1, 3, 0.4},
                        {"partita-ab", 0, 1, 1, 0.3},
                        {"partita-ab", 0, 2, 0.4, 0.2},
                        {"partita", 100, 0, 0, 0},
                        {"partita", 400, 0, 0, 0},
                        {"partita", 1'500, 0, 0, 0},
                        {"partita", 5'000, 0, 0, 0},
                        {"partita", 15'000, 0, 0, 0},
                        {"partita", 50'000, 0, 0, 0}}};

/// The same rungs climbed by another engine.
constexpr Rows with_preset(Rows rows, const char* preset) {
  for (Row& row : rows) row.preset = preset;
  return rows;
}

/// A game whose ladder nobody has measured yet.
constexpr Rows kUnmeasured = with_preset(kTafl, "partita");

const Rows& rows_of(std::string_view game) {
  return game == "andantino" ? kAndantino
         : game == "omega"   ? kOmega
         : game == "tafl"    ? kTafl
         : game == "hex"     ? kHex
                             : kUnmeasured;
}

std::vector<Level> make_levels(std::string_view game) {
  std::vector<Level> levels;
  for (const Row& row : rows_of(game)) {
    const int level = static_cast<int>(levels.size()) + 1;
    levels.push_back({level, kNames[levels.size()], row.preset, row.nodes, row.depth, row.spread, row.tolerance});
  }
  return levels;
}

template <class... Games>
std::map<std::string, std::vector<Level>, std::less<>> levels_by_game(GameList<Games...>) {
  return {{std::string(Games::kName), make_levels(Games::kName)}...};
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
