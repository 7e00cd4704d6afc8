// The kit's own test game: its conformance, and counts known from the literature.
#include "kit/tictactoe.h"

#include <gtest/gtest.h>

#include "game/perft.h"
#include "kit/conformance.h"

namespace partita::kit {
namespace {

TEST(TicTacToe, Conforms) {
  for (int size = 2; size <= TicTacToe::kMaxSize; ++size) {
    Effort effort;
    effort.playouts = 40;
    effort.deep_every = 1;
    run_conformance<TicTacToe>(TicTacToe::Rules{size}, effort);
  }
}

TEST(TicTacToe, LeavesAndEndingsAreTheKnownOnes) {
  const TicTacToe::Position start(3);
  EXPECT_EQ(perft_four_ways<TicTacToe>(start, 6), 54720u);
  EXPECT_EQ(game::perft<TicTacToe>(start, 5).endings["line"], 1440u);
  EXPECT_EQ(game::perft<TicTacToe>(start, 8).endings["line"], 72576u);
  auto last = game::perft<TicTacToe>(start, 9);
  EXPECT_EQ(last.leaves, 127872u);
  EXPECT_EQ(last.endings["line"], 81792u);
  EXPECT_EQ(last.endings["full"], 46080u);
}

TEST(TicTacToe, ReadsWhatItWritesAndRefusesTheRest) {
  const auto pos = TicTacToe::Notation::read_position({3}, "3 X2/1O1/2X o");
  ASSERT_TRUE(pos.ok());
  EXPECT_EQ(pos->to_move(), 1);
  EXPECT_EQ(TicTacToe::Notation::write_position(*pos), "3 X2/1O1/2X o");
  for (const char* bad :
       {"", "3", "3 X2/1O1/2X x", "3 X2/1O1/3X o", "3 X2/1O1 x", "4 X2/1O1/2X o", "3 XXX/3/3 o", "3 X?1/3/3 o"}) {
    EXPECT_FALSE(TicTacToe::Notation::read_position({3}, bad).ok()) << bad;
  }
  EXPECT_FALSE(TicTacToe::Notation::read_move(*pos, "b2").ok());
}

}  // namespace
}  // namespace partita::kit
