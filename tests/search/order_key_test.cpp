#include "search/alphabeta/order_key.h"

#include <gtest/gtest.h>

#include <vector>

#include "kit/tictactoe.h"

namespace partita::search::order {
namespace {

using kit::TicTacToe;

TEST(OrderKey, HigherWorthFirstThenTheEarlierPlace) {
  EXPECT_GT(make_key<TicTacToe>(5, 8), make_key<TicTacToe>(4, 3));
  EXPECT_GT(make_key<TicTacToe>(-4, 8), make_key<TicTacToe>(-5, 3));
  EXPECT_GT(make_key<TicTacToe>(-4, 3), make_key<TicTacToe>(-4, 4));
}

TEST(OrderKey, TellsWhereItsMoveStands) {
  for (const std::int32_t worth : {-30'000, -1, 0, 1, 64'000}) {
    for (const std::size_t place : {0U, 1U, 7U, 8U}) {
      EXPECT_EQ(place_in<TicTacToe>(make_key<TicTacToe>(worth, place)), place);
      EXPECT_EQ(moved(make_key<TicTacToe>(worth, place), place, 5), make_key<TicTacToe>(worth, 5));
    }
  }
}

TEST(OrderKey, AMoveIsFoundAmongOthers) {
  std::vector<int> moves;
  for (int i = 0; i < 50; ++i) moves.push_back(1000 + i);
  moves.push_back(moves[3]);
  EXPECT_EQ(place_among(moves.data(), 0, 50, moves[3]), 3U);
  EXPECT_EQ(place_among(moves.data(), 4, 51, moves[50]), 50U) << "one before the first place does not count";
  EXPECT_EQ(place_among(moves.data(), 4, 51, moves[49]), 49U);
}

}  // namespace
}  // namespace partita::search::order
