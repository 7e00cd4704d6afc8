#include "search/time/budget.h"

#include <gtest/gtest.h>

namespace partita::search {
namespace {

constexpr double kSecond = 1e6;

TimeQuestion clock_of(std::int64_t milliseconds, int ply = 0) {
  TimeQuestion question;
  question.limits.clock_ms = {milliseconds, milliseconds};
  question.ply = ply;
  return question;
}

double hard_seconds(TimeRule rule, const TimeQuestion& question) {
  return static_cast<double>(choose_budget(rule, question).hard_us) / kSecond;
}

TEST(Budget, NoClockMeansNoLimit) {
  EXPECT_EQ(choose_budget(TimeRule::kShareOfClock, {}).hard_us, Budget::kForever);
  EXPECT_EQ(choose_budget(TimeRule::kCourse, {}).hard_us, Budget::kForever);
}

TEST(Budget, MovetimeOverridesEveryRuleAndLeavesAMargin) {
  for (const TimeRule rule : {TimeRule::kFixed, TimeRule::kComfortThenPanic, TimeRule::kEvenTurns,
                              TimeRule::kThreeSeconds, TimeRule::kCourse, TimeRule::kShareOfClock}) {
    TimeQuestion question = clock_of(600'000);
    question.limits.movetime_ms = 100;
    EXPECT_LT(choose_budget(rule, question).hard_us, 100'000);
    EXPECT_GT(choose_budget(rule, question).hard_us, 85'000);
  }
}

TEST(Budget, SweereSpends19SecondsOnComfortableMovesAndThenEightPercent) {
  EXPECT_NEAR(hard_seconds(TimeRule::kComfortThenPanic, clock_of(600'000, 0)), 19.2, 0.01);
  // After ten moves of 19.2 s each the next is the same.
  EXPECT_NEAR(hard_seconds(TimeRule::kComfortThenPanic, clock_of(600'000 - 192'000, 20)), 19.2, 0.01);
  EXPECT_NEAR(hard_seconds(TimeRule::kComfortThenPanic, clock_of(120'000, 52)), 9.6, 0.01);
}

TEST(Budget, SweeresComfortableMovesDoNotGrowWhenEarlierOnesWereQuick) {
  TimeQuestion question = clock_of(599'000, 40);
  question.whole_ms = 600'000;
  EXPECT_NEAR(hard_seconds(TimeRule::kComfortThenPanic, question), 19.2, 0.01);
  // What others took from the clock is not there to be spent.
  question.limits.clock_ms = {10'000, 10'000};
  EXPECT_LE(hard_seconds(TimeRule::kComfortThenPanic, question), 5.0);
}

TEST(Budget, TrebingSharesTheClockOverTheTurnsButThree) {
  TimeQuestion question = clock_of(900'000);
  question.turns_left = 15;
  EXPECT_NEAR(hard_seconds(TimeRule::kEvenTurns, question), 75.0, 0.01);
  question.turns_left = 2;
  EXPECT_LE(hard_seconds(TimeRule::kEvenTurns, question), 450.0);
}

TEST(Budget, RudinHasThirtySecondsAndThenTwo) {
  EXPECT_NEAR(hard_seconds(TimeRule::kCourse, clock_of(600'000, 0)), 30, 0.01);
  EXPECT_NEAR(hard_seconds(TimeRule::kCourse, clock_of(600'000, 1)), 30, 0.01);
  EXPECT_NEAR(hard_seconds(TimeRule::kCourse, clock_of(600'000, 2)), 2, 0.01);
}

TEST(Budget, AboukhadraHasThreeSeconds) {
  EXPECT_NEAR(hard_seconds(TimeRule::kThreeSeconds, clock_of(600'000, 9)), 3, 0.01);
}

TEST(Budget, PartitaNeverFlagsHoweverLongTheGame) {
  for (const std::int64_t start : {1'000, 60'000}) {
    std::int64_t clock_us = start * 1000;
    for (int ply = 0; ply < 800; ply += 2) {
      // The worst case: every move takes its hard limit, and a hundred microseconds more.
      clock_us -= choose_budget(TimeRule::kShareOfClock, clock_of(clock_us / 1000, ply)).hard_us + 100;
      if (clock_us < 50'000) break;
    }
    EXPECT_GT(clock_us, 0);
  }
}

TEST(Budget, PartitaGoesOnWhileTheMoveIsUnsettledAndStopsWhenItIsNot) {
  const Budget budget = choose_budget(TimeRule::kShareOfClock, clock_of(60'000, 10));
  Settledness settled;
  settled.stable_iterations = 8;
  Settledness falling;
  falling.score_drop = 500;
  const std::int64_t now = budget.soft_us;
  EXPECT_FALSE(may_deepen(TimeRule::kShareOfClock, budget, now, settled));
  EXPECT_TRUE(may_deepen(TimeRule::kShareOfClock, budget, now, falling));
  falling.stable_iterations = 4;
  EXPECT_TRUE(may_deepen(TimeRule::kShareOfClock, budget, now, falling));
  // The same drop is nothing where evaluations count in larger units.
  falling.unit = 65536;
  EXPECT_FALSE(may_deepen(TimeRule::kShareOfClock, budget, now, falling));
  settled.single_move = true;
  EXPECT_FALSE(may_deepen(TimeRule::kShareOfClock, budget, 0, settled));
}

}  // namespace
}  // namespace partita::search
