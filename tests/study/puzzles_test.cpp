#include "study/puzzles.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/text.h"
#include "catalog/any_position.h"

namespace partita::study {
namespace {

struct ShippedPuzzle {
  std::string rules;
  std::string position;
  std::string solution;  ///< one move or turn
  int plies = 0;
};

/// Enough of the record format for files the program itself has written.
std::vector<ShippedPuzzle> shipped(const std::string& game) {
  std::ifstream in(std::string(PARTITA_SOURCE_DIR) + "/data/puzzles/" + game + ".txt");
  std::vector<ShippedPuzzle> puzzles;
  ShippedPuzzle current;
  const auto tag = [](const std::string& line, const std::string& name) {
    const std::string start = "[" + name + " \"";
    return line.rfind(start, 0) == 0 ? line.substr(start.size(), line.size() - start.size() - 2) : std::string();
  };
  for (std::string line; std::getline(in, line);) {
    if (const auto value = tag(line, "Rules"); !value.empty()) current.rules = value;
    if (const auto value = tag(line, "Position"); !value.empty()) current.position = value;
    if (const auto value = tag(line, "Plies"); !value.empty()) current.plies = static_cast<int>(*base::read_int(value));
    if (line.rfind("1. ", 0) != 0) continue;
    current.solution = line.substr(3, line.rfind(' ') - 3);
    puzzles.push_back(current);
    current = {};
  }
  return puzzles;
}

/// Some of the puzzles, from all over the file, as far as they are no longer than that.
void check_sample(const std::string& game, std::uint64_t nodes, int most_plies = 100) {
  constexpr std::size_t kSampled = 25;
  const auto puzzles = shipped(game);
  ASSERT_GE(puzzles.size(), 100u);
  for (std::size_t i = 0; i < puzzles.size(); i += puzzles.size() / kSampled + 1) {
    if (puzzles[i].plies > most_plies) continue;
    Puzzle puzzle;
    puzzle.game = game;
    auto rules = base::read_values(puzzles[i].rules);
    if (!puzzles[i].rules.empty()) {
      ASSERT_TRUE(rules.ok());
      puzzle.rules = *rules;
    }
    puzzle.position = puzzles[i].position;
    puzzle.plies = puzzles[i].plies;
    auto position = catalog::AnyPosition::from_text(game, puzzle.rules, puzzle.position);
    ASSERT_TRUE(position.ok()) << position.error();
    const auto plies = catalog::play_word(*position, puzzles[i].solution);
    ASSERT_TRUE(plies.ok()) << plies.error();
    puzzle.solution = *plies;
    const auto unique = is_unique_win(puzzle, nodes);
    ASSERT_TRUE(unique.ok()) << unique.error();
    EXPECT_TRUE(*unique) << puzzle.position;
  }
}

TEST(Puzzles, ShippedAndantinoPuzzlesHaveOneSolution) { check_sample("andantino", 100'000); }
TEST(Puzzles, ShippedOmegaPuzzlesHaveOneSolution) { check_sample("omega", 0); }

TEST(Puzzles, ShippedTaflPuzzlesHaveOneSolution) { check_sample("tafl", 100'000, 3); }
TEST(Puzzles, ShippedHexPuzzlesHaveOneSolution) { check_sample("hex", 100'000); }

TEST(Puzzles, AWrongSolutionIsNoUniqueWin) {
  const auto puzzles = shipped("andantino");
  ASSERT_FALSE(puzzles.empty());
  Puzzle puzzle;
  puzzle.game = "andantino";
  puzzle.position = puzzles[0].position;
  const auto position = catalog::AnyPosition::from_text(puzzle.game, {}, puzzle.position);
  ASSERT_TRUE(position.ok());
  for (const std::string& move : position->legal_moves()) {
    puzzle.solution = {move};
    EXPECT_EQ(*is_unique_win(puzzle, 100'000), move == puzzles[0].solution);
  }
}

TEST(Puzzles, TheSameSeedFindsTheSamePuzzles) {
  PuzzlePlan plan;
  plan.game = "omega";
  plan.rules = {{"side", "3"}};
  plan.count = 3;
  const auto once = find_puzzles(plan);
  const auto again = find_puzzles(plan);
  ASSERT_TRUE(once.ok() && again.ok());
  ASSERT_EQ(once->size(), 3u);
  for (std::size_t i = 0; i < once->size(); ++i) EXPECT_EQ(write_puzzle((*once)[i]), write_puzzle((*again)[i]));
}

}  // namespace
}  // namespace partita::study
