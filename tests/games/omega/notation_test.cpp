#include <gtest/gtest.h>

#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

using testing::position_of;
using testing::rules_for;

TEST(OmegaNotation, CellsOfSideFive) {
  const Position pos(rules_for(5, 2));
  EXPECT_EQ(Notation::write_move(pos, Move::stone(kWhite, 30)), "W:E5");
  EXPECT_EQ(Notation::write_move(pos, Move::stone(kBlack, 0)), "B:A1");
  EXPECT_EQ(Notation::write_move(pos, Move::stone(kBlack, 4)), "B:E1");
  EXPECT_EQ(Notation::write_move(pos, Move::stone(kBlack, 60)), "B:I9");
  EXPECT_EQ(*Notation::read_move(pos, "w:e5"), Move::stone(kWhite, 30));
}

TEST(OmegaNotation, AnyPendingColourMayComeFirst) {
  Position pos(rules_for(3, 3));
  for (const char* text : {"R:A1", "W:C3", "B:E5"}) {
    const auto move = Notation::read_move(pos, text);
    ASSERT_TRUE(move.ok()) << move.error();
    pos.play(*move);
  }
  EXPECT_EQ(Notation::write_position(pos), "3 3 R2/4/2W2/4/2B 2 WBR");
  std::vector<Move> all;
  Omega::generate_human_moves(pos, all);
  EXPECT_EQ(all.size(), 3u * 16u);
}

TEST(OmegaNotation, TheCellAloneWillDoForTheLastColour) {
  const Position pos = position_of("3 2 W2/4/5/4/3 1 B");
  EXPECT_EQ(*Notation::read_move(pos, "C3"), Move::stone(kBlack, 9));
  EXPECT_FALSE(Notation::read_move(Position(rules_for(3, 2)), "C3").ok());
}

TEST(OmegaNotation, RestOfATurn) {
  const Position pos = position_of("3 3 B2/4/5/4/3 1 WR");
  const auto turn = Notation::read_turn(pos, "C3/E5");
  ASSERT_TRUE(turn.ok()) << turn.error();
  EXPECT_EQ(*turn, (std::vector<Move>{Move::stone(0, 9), Move::stone(2, 18)}));
}

std::string move_error(const Position& pos, std::string_view text) {
  const auto read = Notation::read_move(pos, text);
  return read.ok() ? "accepted" : read.error();
}

TEST(OmegaNotation, RefusedMovesNameTheReason) {
  const Position pos = position_of("3 2 W2/4/5/4/3 1 B");
  EXPECT_EQ(move_error(pos, "W:C3"), "no W stone to place now, expected one of B");
  EXPECT_EQ(move_error(pos, "R:C3"), "no R stone to place now, expected one of B");
  EXPECT_EQ(move_error(pos, "B:A1"), "cell A1 is not free");
  EXPECT_EQ(move_error(pos, "B:Z9"), "no cell 'Z9' on a board of side 3");
  EXPECT_EQ(move_error(pos, "X:C3"), "no stone colour 'X' in move 'X:C3'");
  EXPECT_EQ(move_error(pos, ":"), "no stone colour '' in move ':'");
  EXPECT_EQ(move_error(pos, "swap"), "swap is only allowed instead of the second turn, with pie=on");
  EXPECT_EQ(move_error(position_of("2 2 WB/BW1/2 1 WB"), "W:A3"), "the game is over, no move can be played");
}

std::string turn_error(std::string_view text) {
  const auto read = Notation::read_turn(Position(rules_for(3, 2)), text);
  return read.ok() ? "accepted" : read.error();
}

TEST(OmegaNotation, RefusedTurnsNameTheReason) {
  EXPECT_EQ(turn_error("C3"), "expected 2 cells joined by / for WB, got 'C3'");
  EXPECT_EQ(turn_error("C3/C3"), "cell C3 is named twice in turn 'C3/C3'");
  EXPECT_EQ(turn_error("C3/"), "no cell '' on a board of side 3");
}

std::string position_error(std::string_view text) {
  const auto read = Notation::read_position(Rules{}, text);
  return read.ok() ? "accepted" : read.error();
}

TEST(OmegaNotation, RefusedPositionsNameTheReason) {
  EXPECT_EQ(position_error("3 2 3/4/5/4/3 1 WB"), "accepted");
  EXPECT_EQ(position_error("3 2 3/4/5/4/3 1"), "expected 'side players rows mover pending', got 4 words");
  EXPECT_EQ(position_error("99 2 3/4/5/4/3 1 WB"), "side: expected 2 to 10, got '99'");
  EXPECT_EQ(position_error("3 5 3/4/5/4/3 1 WB"), "players: expected 2 to 4, got '5'");
  EXPECT_EQ(position_error("3 2 3/4/5/4 1 WB"), "expected 5 rows joined by /, got 4");
  EXPECT_EQ(position_error("3 2 3/5/5/4/3 1 WB"), "row 2: expected 4 cells, got more");
  EXPECT_EQ(position_error("3 2 3/3/5/4/3 1 WB"), "row 2: expected 4 cells, got 3");
  EXPECT_EQ(position_error("3 2 3/WBWBW/5/4/3 1 WB"), "row 2: expected 4 cells, got more");
  EXPECT_EQ(position_error("3 2 3/99999999999/5/4/3 1 WB"), "row 2: expected 4 cells, got more");
  EXPECT_EQ(position_error("3 2 3/0W3/5/4/3 1 WB"), "row 2: a run of empty cells cannot be 0");
  EXPECT_EQ(position_error("3 2 3/R3/5/4/3 1 WB"), "row 2: unexpected 'R', expected a number or one of WB");
  EXPECT_EQ(position_error("3 2 3/4/5/4/3 3 WB"), "mover: expected 1 to 2, got '3'");
  EXPECT_EQ(position_error("3 2 3/4/5/4/3 1 WW"), "pending: expected different letters of WB, got 'WW'");
  EXPECT_EQ(position_error("2 2 WB/BWW/1B 2 WB"), "only 1 free cells: too few to finish the round under way");
  EXPECT_EQ(position_error("3 2 3/4/5/4/3 1 WB swapped"),
            "unexpected 'swapped' (only 'swapped' with pie=on and two players)");
}

}  // namespace
}  // namespace partita::games::omega
