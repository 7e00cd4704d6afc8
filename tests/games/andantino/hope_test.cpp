// Who has no hope never wins, not even with the other side's help.
#include <gtest/gtest.h>

#include <unordered_set>

#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

/// Whether some continuation, of all there are, is won by that seat.
bool may_win(Position& pos, game::Seat seat, std::unordered_set<game::Key>& seen) {
  if (pos.is_over()) return pos.payoff(seat) == game::kPoint;
  if (!seen.insert(pos.key()).second) return false;
  MoveList moves;
  Andantino::generate_moves(pos, moves);
  for (const Move move : moves) {
    const Undo undo = pos.play(move);
    const bool is_won = may_win(pos, seat, seen);
    pos.retract(move, undo);
    if (is_won) return true;
  }
  return false;
}

/// A game of random moves that end nothing, as far as there are any, until so many cells are free.
Position quiet_position(int side, int free_cells, base::Random& random) {
  for (;;) {
    Position pos(rules_of(side));
    const int cells = 3 * side * (side - 1) + 1;
    while (!pos.is_over() && cells - pos.stone_count() > free_cells) pos.play(careful_move(pos, random));
    if (!pos.is_over()) return pos;
  }
}

TEST(Hope, WhoHasNoneNeverWinsWhateverBothPlay) {
  base::Random random(19);
  int hopeless = 0;
  int won = 0;
  for (int i = 0; i < 400; ++i) {
    const int side = 3 + i % 2;
    Position pos = quiet_position(side, 4 + i % 7, random);
    ASSERT_TRUE(Andantino::counts_hope(pos));
    for (const game::Seat seat : {game::Seat{0}, game::Seat{1}}) {
      std::unordered_set<game::Key> seen;
      const bool is_winnable = may_win(pos, seat, seen);
      const bool has_hope = Andantino::hope(pos, seat) > 0;
      EXPECT_TRUE(has_hope || !is_winnable) << Notation::write_position(pos);
      hopeless += has_hope ? 0 : 1;
      won += is_winnable ? 1 : 0;
    }
  }
  EXPECT_GT(hopeless, 100);
  EXPECT_GT(won, 100);
}

TEST(Hope, IsCountedOnBoardsThatFillUp) {
  EXPECT_FALSE(Andantino::counts_hope(Position(rules_of(5))));
  EXPECT_FALSE(Andantino::counts_hope(Position(rules_of(kMaxSide, true))));
  // Of the 27 rows of five on side 4, Black's centre stone stands in 9; both it and what is empty off the rim may be
  // enclosed, which no stone of Black's prevents yet.
  const Position start(rules_of(4));
  EXPECT_EQ(Andantino::hope(start, 0), 4 * (27 - 9) + 19);
  EXPECT_EQ(Andantino::hope(start, 1), 4 * 27 + 18);
}

}  // namespace
}  // namespace partita::games::andantino::testing
