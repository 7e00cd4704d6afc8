// The shipped puzzles and exercises: how many there are, that they are proven, what they are won by.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "catalog/any_position.h"
#include "catalog/games.h"
#include "study/motif_text.h"
#include "study/puzzle_check.h"
#include "study/puzzle_motifs.h"
#include "study/puzzle_play.h"
#include "study/puzzle_records.h"
#include "study/puzzles.h"

namespace partita::study {
namespace {

std::vector<Puzzle> shipped_of(const std::string& game) {
  const auto puzzles = read_puzzle_file(std::string(PARTITA_SOURCE_DIR) + "/data/puzzles/" + game + ".txt");
  EXPECT_TRUE(puzzles) << puzzles.error();
  return puzzles ? *puzzles : std::vector<Puzzle>{};
}

std::vector<Puzzle> course_of(const std::string& game) {
  std::vector<Puzzle> course;
  for (Puzzle& puzzle : shipped_of(game)) {
    if (puzzle.lesson > 0) course.push_back(std::move(puzzle));
  }
  std::sort(course.begin(), course.end(), [](const Puzzle& a, const Puzzle& b) { return a.lesson < b.lesson; });
  return course;
}

class Exercises : public testing::TestWithParam<const char*> {};

TEST_P(Exercises, AreAtLeastTenFromEasyToLongEachProvenWithAReason) {
  const auto course = course_of(GetParam());
  ASSERT_GE(course.size(), 10U);
  int shortest = 0;
  for (std::size_t i = 0; i < course.size(); ++i) {
    const Puzzle& exercise = course[i];
    EXPECT_EQ(exercise.lesson, static_cast<int>(i) + 1);
    EXPECT_GE(exercise.plies, shortest) << "exercise " << i + 1;
    shortest = exercise.plies;
    EXPECT_FALSE(exercise.motifs.empty()) << "exercise " << i + 1;
    const auto check = check_puzzle(exercise, 1'000, nullptr);
    ASSERT_TRUE(check) << check.error();
    EXPECT_TRUE(check->is_won) << "exercise " << i + 1 << ": " << exercise.position;
    const auto start = catalog::AnyPosition::from_text(exercise.game, exercise.rules, exercise.position);
    const auto verdict = judge_try(*start, exercise.plies, exercise.solution, nullptr);
    ASSERT_TRUE(verdict) << verdict.error();
    EXPECT_TRUE(verdict->state == PuzzleVerdict::State::kRight || verdict->state == PuzzleVerdict::State::kWon)
        << "exercise " << i + 1;
    for (const Language language : {Language::kEnglish, Language::kItalian}) {
      EXPECT_NE(first_sentence(exercise.game, verdict->reason, language), "") << "exercise " << i + 1;
    }
    for (const Claim& claim : verdict->reason.claims) EXPECT_TRUE(is_claim_true(*start, claim)) << "exercise " << i + 1;
  }
}

/// Every tag is a kind of the game, and a sample has the tags that the code finds now.
TEST_P(Exercises, PuzzlesAreTaggedByWhatWinsThem) {
  const auto puzzles = shipped_of(GetParam());
  const auto entry = catalog::find_game(GetParam());
  ASSERT_TRUE(entry);
  std::size_t tagged = 0;
  for (const Puzzle& puzzle : puzzles) {
    tagged += puzzle.motifs.empty() ? 0 : 1;
    for (const std::string& kind : puzzle.motifs) EXPECT_NE(find_kind(*(*entry)->motifs->kinds, kind), nullptr) << kind;
  }
  EXPECT_GE(tagged * 10, puzzles.size() * 9) << "nine in ten say how they are won";
  for (std::size_t i = 0; i < puzzles.size(); i += puzzles.size() / 5 + 1) {
    EXPECT_EQ(puzzle_motifs(puzzles[i]), puzzles[i].motifs) << puzzles[i].position;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryGame, Exercises, testing::Values("andantino", "omega", "tafl", "hex"),
                         [](const auto& one) { return std::string(one.param); });

TEST(ExerciseKinds, TrainWhatWasMissedOrNotStopped) {
  const std::vector<std::string> kinds{"double-five", "five", "forced-chain", "ring"};
  EXPECT_EQ(exercise_kinds(kinds, "ring"), std::vector<std::string>{"ring"});
  EXPECT_EQ(exercise_kinds(kinds, "allows-ring"), std::vector<std::string>{"ring"});
  EXPECT_EQ(exercise_kinds(kinds, "stops-five"), (std::vector<std::string>{"double-five", "five"}));
  EXPECT_EQ(exercise_kinds(kinds, "breaks-chain"), std::vector<std::string>{"forced-chain"});
  EXPECT_TRUE(exercise_kinds(kinds, "suicide").empty());
}

TEST(ACourse, GoesFromShortToLongThroughAllMotifs) {
  std::vector<Puzzle> puzzles;
  for (const int plies : {5, 3, 1}) {
    for (const char* motif : {"ring", "five"}) {
      for (const int rating : {1200, 1100}) {
        Puzzle puzzle;
        puzzle.plies = plies;
        puzzle.rating = rating;
        puzzle.motifs = {motif};
        puzzles.push_back(puzzle);
      }
    }
  }
  puzzles.emplace_back().plies = 1;  // without a motif
  make_course(puzzles, 6);
  std::map<int, const Puzzle*> course;
  for (const Puzzle& puzzle : puzzles) {
    if (puzzle.lesson > 0) course[puzzle.lesson] = &puzzle;
  }
  ASSERT_EQ(course.size(), 6U);
  EXPECT_EQ(course.begin()->first, 1);
  std::map<std::string, int> kinds;
  int plies = 0;
  for (const auto& [lesson, puzzle] : course) {
    EXPECT_GE(puzzle->plies, plies);
    plies = puzzle->plies;
    EXPECT_EQ(puzzle->rating, 1100) << "the easier one";
    ++kinds[puzzle->motifs.front()];
  }
  EXPECT_EQ(kinds["ring"], 3);
  EXPECT_EQ(kinds["five"], 3);
}

}  // namespace
}  // namespace partita::study
