#include <gtest/gtest.h>

#include "base/text.h"
#include "game/perft.h"
#include "games/hex/distance.h"
#include "games/hex/hex.h"

namespace partita::games::hex {
namespace {

Position after(const Rules& rules, std::string_view moves) {
  Position pos(rules);
  for (const std::string_view word : base::words(moves)) {
    const auto move = Notation::read_move(pos, word);
    EXPECT_TRUE(move) << word;
    if (move) pos.play(*move);
  }
  return pos;
}

TEST(HexRules, RedJoinsTopAndBottom) {
  const Position pos = after({3, false}, "b1 a1 b2 a2 b3");
  EXPECT_TRUE(pos.is_over());
  EXPECT_EQ(pos.winner(), 0);
  EXPECT_EQ(Notation::ending(pos), "joined");
  EXPECT_EQ(pos.payoff(0), game::kPoint);
}

TEST(HexRules, BlueJoinsLeftAndRight) { EXPECT_EQ(after({3, false}, "a1 a2 c3 b2 b3 c2").winner(), 1); }

TEST(HexRules, AColumnBentAgainstTheSlantDoesNotTouch) {
  // b1 touches a2 and b2, but a1 does not touch b2.
  EXPECT_FALSE(after({3, false}, "a1 c1 b2 c2 b3").is_over());
  EXPECT_TRUE(after({3, false}, "b1 c1 a2 c2 a3").is_over());
}

TEST(HexRules, TheSwapTakesTheStoneOverMirrored) {
  const Position pos = after({5, true}, "b4 swap");
  EXPECT_EQ(Notation::write_position(pos), "5 5/3B1/5/5/5 r");
  EXPECT_EQ(pos.to_move(), 0);
  EXPECT_TRUE(pos.has_swapped());
  EXPECT_FALSE(Notation::read_move(pos, "swap"));
}

TEST(HexRules, NoSwapWhereTheRulesHaveNone) {
  EXPECT_FALSE(Notation::read_move(after({5, false}, "b4"), "swap"));
  EXPECT_FALSE(Notation::read_move(after({5, true}, ""), "swap"));
  EXPECT_FALSE(Notation::read_move(after({5, true}, "b4 b5"), "swap"));
}

TEST(HexRules, PerftOfTheFirstPlies) {
  Position pos({3, true});
  EXPECT_EQ(game::perft<Hex>(pos, 1).leaves, 9U);
  // Each of nine stones is answered by eight others or the swap; eight cells are free after either.
  EXPECT_EQ(game::perft<Hex>(pos, 2).leaves, 81U);
  EXPECT_EQ(game::perft<Hex>(pos, 3).leaves, 9U * 8 * 7 + 9U * 8);
}

TEST(HexRules, EveryFullBoardHasExactlyOneWinner) {
  base::Random random(7);
  for (int game = 0; game < 300; ++game) {
    Position pos({4, false});
    while (!pos.is_over()) {
      game::MoveList<Hex> moves;
      Hex::generate_moves(pos, moves);
      ASSERT_FALSE(moves.empty()) << Notation::write_position(pos);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    EXPECT_EQ(distance_to_win(pos, static_cast<game::Seat>(pos.winner())), 0);
    EXPECT_EQ(distance_to_win(pos, static_cast<game::Seat>(1 - pos.winner())), Distances::kFar);
  }
}

TEST(HexText, RefusesWhatCannotBe) {
  for (const char* text : {"", "3 3/3/3", "2 2/2 r", "3 3/3 r", "3 4/3/3 r", "3 RR1/3/3 r", "3 3/3/3 x", "3 R2/3/3 r",
                           "3 2X/3/3 r", "3 R2/R2/R2 b", "3 1R1/BR1/BR1 r", "99 3/3/3 r", "3 99/3/3 r"}) {
    EXPECT_FALSE(Notation::read_position({3, true}, text)) << text;
  }
  EXPECT_TRUE(Notation::read_position({3, true}, "3 R2/3/3 b"));
}

}  // namespace
}  // namespace partita::games::hex
