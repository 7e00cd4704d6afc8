#include "games/hex/playout.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "games/hex/hex.h"
#include "games/hex/patterns.h"

namespace partita::games::hex {
namespace {

Position random_position(base::Random& random, int side, int stones) {
  Position pos({side, false});
  for (int i = 0; i < stones && !pos.is_over(); ++i) {
    base::FixedVector<Move, Hex::kMaxMoves> moves;
    Hex::generate_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return pos;
}

/// Colours exchanged and the board mirrored: the same game, played by the other side.
RimmedBoard mirrored(const Position& pos) {
  RimmedBoard board{Position({pos.side(), false})};
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) == 0) continue;
    board.put(RimmedBoard::place_of(cell % pos.side() * pos.side() + cell / pos.side(), pos.side()),
              static_cast<game::Seat>(2 - pos.at(cell)));
  }
  return board;
}

TEST(HexPlayout, TheWinnerOfAFullBoardIsWhoJoinedFirst) {
  base::Random random(3);
  for (int round = 0; round < 300; ++round) {
    Position pos({kMinSide + round % (kMaxSide - kMinSide + 1), false});
    RimmedBoard board(pos);
    std::vector<int> cells;
    for (int cell = 0; cell < pos.cell_count(); ++cell) cells.push_back(cell);
    for (std::size_t i = cells.size(); i > 1; --i)
      std::swap(cells[i - 1], cells[random.below(static_cast<std::uint32_t>(i))]);
    int winner = -1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      board.put(RimmedBoard::place_of(cells[i], pos.side()), static_cast<game::Seat>(i % 2));
      if (winner >= 0) continue;
      pos.play(Move{static_cast<std::uint8_t>(cells[i])});
      winner = pos.winner();
    }
    EXPECT_EQ(board.winner_when_full(), winner) << "side " << pos.side();
  }
}

TEST(HexPlayout, FillsEveryEmptyCellOnceAndTellsOneWinner) {
  base::Random random(5);
  game::Playout<Hex> playout;
  for (const auto policy : {game::PlayoutPolicy::kUniform, game::PlayoutPolicy::kBiased}) {
    for (int round = 0; round < 100; ++round) {
      const Position pos = random_position(random, 3 + round % 12, round % 20);
      if (pos.is_over()) continue;
      Hex::playout(pos, policy, random, playout);
      std::set<int> cells;
      int of_red = 0;
      for (const std::uint16_t slot : playout.slots) {
        EXPECT_EQ(pos.at(slot / 2), 0);
        cells.insert(slot / 2);
        of_red += slot % 2 == 0 ? 1 : 0;
      }
      EXPECT_EQ(cells.size(), playout.slots.size());
      const int empty = pos.cell_count() - pos.ply();
      EXPECT_EQ(static_cast<int>(cells.size()), empty);
      EXPECT_EQ(of_red, (empty + (pos.to_move() == 0 ? 1 : 0)) / 2);
      EXPECT_EQ(playout.payoff[0] + playout.payoff[1], game::kPoint);
      EXPECT_TRUE(playout.payoff[0] == 0 || playout.payoff[1] == 0);
    }
  }
}

TEST(HexPlayout, ABrokenBridgeIsJoinedByItsOtherCell) {
  // Two red stones with two common neighbours; Blue takes one of them.
  const auto cell = [](int column, int row) { return row * 5 + column; };
  RimmedBoard board{Position({5, false})};
  const auto place = [&](int column, int row) { return RimmedBoard::place_of(cell(column, row), 5); };
  board.put(place(2, 1), 0);
  board.put(place(1, 3), 0);
  board.put(place(1, 2), 1);
  for (int start = 0; start < 6; ++start) EXPECT_EQ(board.bridge_reply(place(1, 2), 0, start), place(2, 2));
  EXPECT_EQ(board.bridge_reply(place(1, 2), 1, 0), 0) << "no bridge of Blue's was broken";
  board.put(place(2, 2), 1);
  EXPECT_EQ(board.bridge_reply(place(1, 2), 0, 0), 0) << "nothing is left to save";
  // A stone on the second row is joined to its edge by two cells.
  RimmedBoard edge{Position({5, false})};
  edge.put(place(2, 1), 0);
  edge.put(place(2, 0), 1);
  EXPECT_EQ(edge.bridge_reply(place(2, 0), 0, 0), place(3, 0));
}

TEST(HexPatterns, AreTheSameForBothSidesAndAfterHalfATurn) {
  base::Random random(11);
  for (int round = 0; round < 60; ++round) {
    const Position pos = random_position(random, 4 + round % 8, 2 + round % 12);
    if (pos.is_over()) continue;
    const int side = pos.side();
    const RimmedBoard board(pos), turned_board(pos.turned()), other_board = mirrored(pos);
    const auto mover = static_cast<game::Seat>(pos.to_move());
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) != 0) continue;
      const int place = RimmedBoard::place_of(cell, side);
      EXPECT_EQ(board.cell_of(place), cell);
      const PlacePattern seen = pattern_at(board, place, mover);
      const PlacePattern after_turn =
          pattern_at(turned_board, RimmedBoard::place_of(pos.cell_count() - 1 - cell, side), mover);
      const PlacePattern of_other =
          pattern_at(other_board, RimmedBoard::place_of(cell % side * side + cell / side, side),
                     static_cast<game::Seat>(mover ^ 1));
      for (const PlacePattern& image : {after_turn, of_other}) {
        EXPECT_EQ(seen.ring, image.ring);
        EXPECT_EQ(seen.bridges, image.bridges);
        EXPECT_EQ(seen.edges, image.edges);
      }
    }
  }
}

}  // namespace
}  // namespace partita::games::hex
