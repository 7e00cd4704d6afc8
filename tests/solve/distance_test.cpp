#include "solve/distance.h"

#include <gtest/gtest.h>

#include <map>

#include "kit/tictactoe.h"

namespace partita::solve {
namespace {

using kit::TicTacToe;
constexpr int kNever = 1000;

/// Plies to the attacker's forced win by trying everything; kNever if there is none.
int exhaustive_distance(TicTacToe::Position& pos, game::Seat attacker) {
  if (pos.is_over()) return is_won_by<TicTacToe>(pos, attacker) ? 0 : kNever;
  int best = pos.to_move() == attacker ? kNever : 0;
  for (const auto move : legal_moves<TicTacToe>(pos)) {
    const auto undo = pos.play(move);
    const int plies = std::min(kNever, 1 + exhaustive_distance(pos, attacker));
    pos.retract(move, undo);
    best = pos.to_move() == attacker ? std::min(best, plies) : std::max(best, plies);
  }
  return best;
}

void collect(TicTacToe::Position& pos, std::map<game::Key, TicTacToe::Position>& seen) {
  if (pos.is_over()) return;
  if (pos.ply() >= 2 && !seen.emplace(pos.key(), pos).second) return;
  for (const auto move : legal_moves<TicTacToe>(pos)) {
    const auto undo = pos.play(move);
    collect(pos, seen);
    pos.retract(move, undo);
  }
}

TEST(DistanceSearch, IsExactOnEveryTicTacToePosition) {
  TicTacToe::Position start(3);
  std::map<game::Key, TicTacToe::Position> positions;
  collect(start, positions);
  int wins = 0;
  for (auto& [key, pos] : positions) {
    const int expected = exhaustive_distance(pos, 0);
    const Distance found = DistanceSearch<TicTacToe>(pos, 0, {9, 0, nullptr}).run();
    if (expected == kNever) {
      EXPECT_EQ(found.at_most, 0);
    } else {
      EXPECT_EQ(found.at_most, expected) << TicTacToe::Notation::write_position(pos);
      EXPECT_TRUE(found.is_exact());
      ++wins;
    }
  }
  EXPECT_GT(wins, 500);
}

TEST(DistanceSearch, PositionsThatShareTheirKeyAreToldApart) {
  using Crowded = kit::TicTacToeOfKeys<4>;
  TicTacToe::Position start(3);
  std::map<game::Key, TicTacToe::Position> positions;
  collect(start, positions);
  int wrong = 0;
  for (auto& [key, pos] : positions) {
    const auto same = Crowded::Notation::read_position({3}, TicTacToe::Notation::write_position(pos));
    ASSERT_TRUE(same.ok());
    const Distance found = DistanceSearch<Crowded>(*same, 0, {9, 0, nullptr}).run();
    const int expected = exhaustive_distance(pos, 0);
    if (found.at_most != (expected == kNever ? 0 : expected)) ++wrong;
  }
  EXPECT_EQ(wrong, 0) << "of " << positions.size();
}

TEST(DistanceSearch, NodeLimitLeavesALowerBound) {
  const Distance found = DistanceSearch<TicTacToe>(TicTacToe::Position(4), 0, {16, 500, nullptr}).run();
  EXPECT_EQ(found.at_most, 0);
  EXPECT_GE(found.at_least, 2);
  EXPECT_LT(found.at_least, 16);
}

}  // namespace
}  // namespace partita::solve
