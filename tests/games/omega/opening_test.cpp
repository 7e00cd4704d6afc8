#include <gtest/gtest.h>

#include <algorithm>

#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

TEST(OmegaOpening, OwnStoneToACornerTheOthersToTheMiddle) {
  Position pos(testing::rules_for(5, 2));
  for (const char* expected : {"W:A1", "B:E5", "B:E1", "W:F5"}) {
    const Move move = Omega::opening_move(pos);
    ASSERT_EQ(Notation::write_move(pos, move), expected);
    pos.play(move);
  }
}

TEST(OmegaOpening, ItIsOverAfterATurnForEveryCorner) {
  Position pos(testing::rules_for(5, 2));
  for (int ply = 0; ply < 12; ++ply) {
    const Move move = Omega::opening_move(pos);
    ASSERT_TRUE(Omega::is_legal(pos, move)) << ply;
    pos.play(move);
  }
  EXPECT_EQ(Omega::opening_move(pos), Move{});
}

TEST(OmegaOpening, IsNoneWhereCornersAreFreeNearTheEnd) {
  Position pos(testing::rules_for(3, 2));
  for (int ply = 0; pos.plies_left() > 4; ++ply) {
    // From the middle of the board outwards: the corners stay free.
    int best = -1;
    pos.for_each_free([&](int cell) {
      const auto& around = pos.board().neighbours[static_cast<std::size_t>(cell)];
      const bool is_corner =
          std::count_if(around.begin(), around.end(), [&](auto other) { return other < pos.cells(); }) == 3;
      if (best < 0 || !is_corner) best = cell;
    });
    pos.play(Move::stone(Omega::next_colour(pos), best));
  }
  EXPECT_EQ(Omega::opening_move(pos), Move{});
}

}  // namespace
}  // namespace partita::games::omega
