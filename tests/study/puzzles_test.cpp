#include "study/puzzles.h"

#include <gtest/gtest.h>

#include "catalog/any_position.h"
#include "catalog/solver.h"
#include "kit/effort.h"
#include "study/puzzle_check.h"
#include "study/puzzle_play.h"
#include "study/puzzle_records.h"

namespace partita::study {
namespace {

std::vector<Puzzle> shipped(const std::string& game) {
  const auto puzzles = read_puzzle_file(std::string(PARTITA_SOURCE_DIR) + "/data/puzzles/" + game + ".txt");
  EXPECT_TRUE(puzzles) << puzzles.error();
  return puzzles ? *puzzles : std::vector<Puzzle>{};
}

/// Some of the puzzles, from all over the file, as far as they are no longer than that: each is won as it says, and no
/// other turn of one that is called the only one wins.
void check_sample(const std::string& game, std::uint64_t nodes, int most_plies = 100) {
  constexpr std::size_t kSampled = 25;
  const auto puzzles = shipped(game);
  ASSERT_GE(puzzles.size(), 100u);
  for (std::size_t i = 0; i < puzzles.size(); i += puzzles.size() / kSampled + 1) {
    if (puzzles[i].plies > most_plies) continue;
    const auto check = check_puzzle(puzzles[i], nodes, nullptr);
    ASSERT_TRUE(check.ok()) << check.error();
    EXPECT_TRUE(check->is_won) << puzzles[i].position;
    EXPECT_TRUE(puzzles[i].plies == 1 || !check->is_too_easy()) << puzzles[i].position;
    EXPECT_TRUE(!puzzles[i].is_only || check->also.empty()) << puzzles[i].position;
  }
}

/// As many as people were promised: 500 a game.
TEST(Puzzles, ThereAreEnough) {
  for (const char* game : {"andantino", "omega", "hex", "tafl"}) EXPECT_GE(shipped(game).size(), 500U) << game;
}

TEST(Puzzles, ShippedAndantinoPuzzlesHaveOneSolution) { check_sample("andantino", 100'000); }
TEST(Puzzles, ShippedOmegaPuzzlesHaveOneSolution) { check_sample("omega", 0); }

TEST(Puzzles, ShippedTaflPuzzlesAreWonByForce) { check_sample("tafl", 1'000, 3); }
TEST(Puzzles, ShippedHexPuzzlesHaveOneSolution) { check_sample("hex", 100'000); }

TEST(Puzzles, AWrongSolutionIsNotProven) {
  const auto puzzles = shipped("andantino");
  ASSERT_FALSE(puzzles.empty());
  Puzzle puzzle = puzzles[0];
  const auto position = catalog::AnyPosition::from_text(puzzle.game, puzzle.rules, puzzle.position);
  ASSERT_TRUE(position.ok());
  for (const std::string& move : position->legal_moves()) {
    puzzle.solution = {move};
    EXPECT_EQ(check_puzzle(puzzle, 100'000, nullptr)->is_won, move == puzzles[0].solution.front());
  }
}

/// What a try is called wrong for is asked again with four times the nodes.
TEST(Puzzles, AMoveThatWinsIsNeverWrong) {
  for (const char* game : {"andantino", "hex", "tafl"}) {
    const auto puzzles = shipped(game);
    int asked = 0;
    for (std::size_t i = 7; i < puzzles.size() && asked < kit::samples(40); i += puzzles.size() / 5) {
      const auto start = catalog::AnyPosition::from_text(game, puzzles[i].rules, puzzles[i].position);
      ASSERT_TRUE(start);
      const auto moves = start->legal_moves();
      for (std::size_t m = 0; m < moves.size(); m += moves.size() / 8 + 1, ++asked) {
        const auto verdict = judge_try(*start, puzzles[i].plies, {moves[m]}, nullptr);
        ASSERT_TRUE(verdict) << verdict.error();
        if (verdict->state != PuzzleVerdict::State::kWrong) continue;
        catalog::AnyPosition after = *start;
        ASSERT_TRUE(after.play(moves[m]));
        if (after.is_over()) continue;
        auto solver = catalog::make_solver(game, 32);
        catalog::SolveRequest request;
        request.nodes = 400'000;
        EXPECT_NE((*solver)->prove(after, start->to_move(), request).proof, catalog::Proof::kYes)
            << game << " " << puzzles[i].position << " " << moves[m];
      }
    }
    EXPECT_GT(asked, kit::samples(10)) << game;
  }
}

/// Of the 89 other moves 88 win as well; e9-a9 among them was called wrong, and `verify` took its certificate.
TEST(Puzzles, WhatWinsLaterIsAsGood) {
  const auto position = catalog::AnyPosition::from_text("tafl", {{"rules", "ashton"}},
                                                        "/4t4/9/2tt5/1ttT1Tt2/3K1t1tt/2t1t4/t2t5/9/4t4/ a 57");
  ASSERT_TRUE(position) << position.error();
  const auto verdict = judge_try(*position, 3, {"e9-a9"}, nullptr);
  ASSERT_TRUE(verdict) << verdict.error();
  EXPECT_TRUE(verdict->state == PuzzleVerdict::State::kAlso || verdict->state == PuzzleVerdict::State::kRight)
      << static_cast<int>(verdict->state);
  Puzzle puzzle;
  puzzle.game = "tafl";
  puzzle.rules = {{"rules", "ashton"}};
  puzzle.position = position->text();
  EXPECT_TRUE(check_puzzle(puzzle, 1'000, nullptr)->is_too_easy()) << "and it is no puzzle";
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
