// Virtual connections on boards of any size, and what they prove of positions.
#include "games/hex/connections.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "games/hex/deduction.h"
#include "games/hex/notation.h"
#include "games/hex/small_solver.h"

namespace partita::games::hex {
namespace {

using Moves = base::FixedVector<Move, kMaxCells + 1>;

Position random_board(base::Random& random, int side, int plies) {
  Position pos(Rules{side, false});
  for (int tries = 0; pos.ply() < plies && tries < 1000; ++tries) {
    const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(pos.cell_count())));
    if (pos.at(cell) != 0) continue;
    Position next = pos;
    next.play(Move{static_cast<std::uint8_t>(cell)});
    if (!next.is_over()) pos = next;
  }
  return pos;
}

template <class Cells>
std::vector<std::vector<int>> cells_of(const std::vector<Cells>& carriers) {
  std::vector<std::vector<int>> lists;
  for (const Cells& carrier : carriers) {
    lists.emplace_back();
    for_each_cell(carrier, [&](int cell) { lists.back().push_back(cell); });
  }
  return lists;
}

template <class Cells>
StonesOn<Cells> stones_on(const Position& pos) {
  StonesOn<Cells> stones;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) stones.of[static_cast<std::size_t>(pos.at(cell) - 1)] |= single_cell<Cells>(cell);
  }
  return stones;
}

TEST(Connections, AreTheSameInOneWordAndInSeveral) {
  base::Random random(5);
  for (int side = kMinSide; side <= 6; ++side) {
    Connections narrow(side);
    WideConnections wide(side);
    for (int i = 0; i < 12; ++i) {
      const Position pos =
          random_board(random, side, static_cast<int>(random.below(static_cast<std::uint32_t>(side * side / 2))));
      for (const game::Seat seat : {game::Seat{0}, game::Seat{1}}) {
        const auto one = narrow.between_edges(stones_on<CellSet>(pos), seat, i % 2 == 0);
        const auto several = wide.between_edges(stones_on<WideCellSet>(pos), seat, i % 2 == 0);
        EXPECT_EQ(cells_of(one.joined), cells_of(several.joined)) << Notation::write_position(pos);
        EXPECT_EQ(cells_of(one.nearly), cells_of(several.nearly)) << Notation::write_position(pos);
      }
    }
  }
}

game::Seat winner_of(SmallSolver& solver, const Position& pos) {
  if (pos.is_over()) return static_cast<game::Seat>(pos.winner());
  return solver.solve(pos, [](std::uint64_t) { return false; })->winner;
}

bool is_listed(const Moves& moves, Move move) { return std::find(moves.begin(), moves.end(), move) != moves.end(); }

/// Against the exact solver: a position that is called won has a winning move among those listed, one that is called
/// lost has none, and moves outside the must-play region lose.
TEST(Deduction, SaysOfSmallBoardsWhatIsTrue) {
  base::Random random(11);
  SmallSolver solver;
  int won = 0;
  int lost = 0;
  int forced = 0;
  for (int i = 0; i < 160; ++i) {
    const int side = 4 + i % 2;
    const Position pos =
        random_board(random, side, 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(2 * side))));
    Deduction deduction(pos);
    Moves moves;
    const game::Threat found = deduction.find(pos, moves);
    if (found == game::Threat::kNone) continue;
    won += found == game::Threat::kWon ? 1 : 0;
    lost += found == game::Threat::kLost ? 1 : 0;
    forced += found == game::Threat::kForced ? 1 : 0;
    bool has_listed_win = false;
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) != 0) continue;
      const Move move{static_cast<std::uint8_t>(cell)};
      Position next = pos;
      next.play(move);
      const bool wins = winner_of(solver, next) == pos.to_move();
      EXPECT_FALSE(wins && found == game::Threat::kLost) << Notation::write_position(pos);
      EXPECT_FALSE(wins && found == game::Threat::kForced && !is_listed(moves, move)) << Notation::write_position(pos);
      has_listed_win = has_listed_win || (wins && is_listed(moves, move));
    }
    EXPECT_TRUE(found != game::Threat::kWon || has_listed_win) << Notation::write_position(pos);
  }
  EXPECT_GT(won, 20);
  EXPECT_GT(lost, 10);
  EXPECT_GT(forced, 10);
}

/// Red bridges from the top to the bottom: each stone two rows below the last and one column to its left.
Position bridged(int side, int stones, game::Seat mover) {
  Position pos(Rules{side, false});
  int row = 1;
  int column = side - 2;
  for (int i = 0; i < stones; ++i, row += 2, --column) {
    pos.play(Move{static_cast<std::uint8_t>(row * side + column)});
    pos.play(Move{static_cast<std::uint8_t>(i * side)});  // Blue, far away on its own edge
  }
  if (mover == 1) pos.pass();
  return pos;
}

TEST(Deduction, ChainsOfBridgesHoldOnEverySide) {
  for (const int side : {7, 9, 11, 13}) {
    const int whole = side / 2;
    Moves moves;
    const Position lost = bridged(side, whole, 1);
    EXPECT_EQ(Deduction(lost).find(lost, moves), game::Threat::kLost) << side;
    moves.clear();
    const Position won = bridged(side, whole, 0);
    EXPECT_EQ(Deduction(won).find(won, moves), game::Threat::kWon) << side;
    EXPECT_FALSE(moves.empty());
  }
}

/// Blue has taken one cell of a bridge, Red has answered elsewhere: Blue must cut there, or Red wins.
TEST(Deduction, OutsideTheMustPlayRegionTheOtherSideWins) {
  for (const int side : {9, 11, 13}) {
    Position pos = bridged(side, side / 2, 1);
    pos.play(Move{static_cast<std::uint8_t>(2 * side + side - 2)});
    pos.pass();
    Moves moves;
    ASSERT_EQ(Deduction(pos).find(pos, moves), game::Threat::kForced) << side;
    EXPECT_TRUE(is_listed(moves, Move{static_cast<std::uint8_t>(2 * side + side - 3)})) << side;
    EXPECT_LT(static_cast<int>(moves.size()), side * side / 4) << side;
    base::Random random(3);
    for (int i = 0; i < 12; ++i) {
      const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(pos.cell_count())));
      if (pos.at(cell) != 0 || is_listed(moves, Move{static_cast<std::uint8_t>(cell)})) continue;
      Position next = pos;
      next.play(Move{static_cast<std::uint8_t>(cell)});
      Moves wins;
      EXPECT_EQ(Deduction(next).find(next, wins), game::Threat::kWon) << Notation::write_position(next);
    }
  }
}

TEST(Deduction, NothingIsProvenWhileTheFirstStoneMayBeSwapped) {
  Position pos(Rules{5, true});
  Moves moves;
  EXPECT_EQ(Deduction(pos).find(pos, moves), game::Threat::kNone);
  pos.play(Move{12});
  EXPECT_EQ(Deduction(pos).find(pos, moves), game::Threat::kNone);
  pos.play(kSwap);
  EXPECT_NE(Deduction(pos).find(pos, moves), game::Threat::kNone);
}

}  // namespace
}  // namespace partita::games::hex
