#include "study/puzzles.h"

#include <gtest/gtest.h>

#include <map>

#include "catalog/any_position.h"
#include "study/puzzle_records.h"

namespace partita::study {
namespace {

std::vector<Puzzle> shipped(const std::string& game) {
  const auto puzzles = read_puzzle_file(std::string(PARTITA_SOURCE_DIR) + "/data/puzzles/" + game + ".txt");
  EXPECT_TRUE(puzzles) << puzzles.error();
  return puzzles ? *puzzles : std::vector<Puzzle>{};
}

/// Some of the puzzles, from all over the file, as far as they are no longer than that.
void check_sample(const std::string& game, std::uint64_t nodes, int most_plies = 100) {
  constexpr std::size_t kSampled = 25;
  const auto puzzles = shipped(game);
  ASSERT_GE(puzzles.size(), 100u);
  for (std::size_t i = 0; i < puzzles.size(); i += puzzles.size() / kSampled + 1) {
    if (puzzles[i].plies > most_plies) continue;
    const auto unique = is_unique_win(puzzles[i], nodes);
    ASSERT_TRUE(unique.ok()) << unique.error();
    EXPECT_TRUE(*unique) << puzzles[i].position;
  }
}

/// As many as people were promised: 500 a game, 300 of Hex and of each of two members of tafl's family.
TEST(Puzzles, ThereAreEnough) {
  EXPECT_GE(shipped("andantino").size(), 500U);
  EXPECT_GE(shipped("omega").size(), 500U);
  EXPECT_GE(shipped("hex").size(), 300U);
  std::map<std::string, int> by_rules;
  for (const Puzzle& puzzle : shipped("tafl")) ++by_rules[puzzle.rules.at("rules")];
  EXPECT_GE(by_rules["ashton"], 300);
  EXPECT_GE(by_rules["brandubh"], 300);
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
    EXPECT_EQ(*is_unique_win(puzzle, 100'000), move == puzzles[0].solution.front());
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

TEST(PuzzleRecords, AreReadAsTheyWereWritten) {
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    auto puzzles = shipped(game);
    ASSERT_GE(puzzles.size(), 20U);
    puzzles.resize(20);
    puzzles[3].lesson = 7;
    puzzles[3].motifs = {"one", "two"};
    puzzles[4].motifs.clear();
    std::string text;
    for (const Puzzle& puzzle : puzzles) text += write_puzzle(puzzle);
    const auto read = read_puzzles(text);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(*read, puzzles) << game;
  }
}

TEST(PuzzleRecords, AnErrorNamesThePuzzle) {
  const std::string good = "[Game \"hex\"]\n[Rules \"side=3,swap=off\"]\n\n1. b2 *\n\n";
  for (const std::string bad : {"1. z9 *", "*", "1. b2 b2 *"}) {
    const auto read = read_puzzles(good + "[Game \"hex\"]\n[Rules \"side=3,swap=off\"]\n\n" + bad + "\n");
    ASSERT_FALSE(read) << bad;
    EXPECT_EQ(read.error().rfind("puzzle 2: ", 0), 0U) << read.error();
  }
}

}  // namespace
}  // namespace partita::study
