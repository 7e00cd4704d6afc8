#include "games/hex/edge_shapes.h"

#include <gtest/gtest.h>

#include <vector>

#include "games/hex/hex.h"

namespace partita::games::hex {
namespace {

/// Red and Blue in turn on side 9.
Position played(const std::vector<std::pair<int, int>>& stones) {
  Position pos(Rules{9, false});
  for (const auto& [column, row] : stones) pos.play(Move{static_cast<std::uint8_t>(row * 9 + column)});
  return pos;
}
constexpr int kStone = 2 * 9 + 4;  // the third row, far from the sides

TEST(EdgeTemplate, OfALoneStoneOnTheThirdRowHoldsWhateverIsPlayedInIt) {
  const Position pos = played({{4, 2}});
  const auto cells = edge_template(pos, kStone, false);
  ASSERT_TRUE(cells.has_value());
  EXPECT_EQ(cells->size(), 8u);  // one beside it, three of the second row, four of the first
  for (const int cell : *cells) {
    EXPECT_EQ(pos.at(cell), 0);
    EXPECT_LT(cell, 3 * 9) << "towards the first row";
  }
  EXPECT_FALSE(edge_template(pos, kStone, true).has_value()) << "the last row is far away";
}

TEST(EdgeTemplate, IsNoneWhereTheOtherSideStandsOnBothSidesOfIt) {
  const Position pos = played({{4, 2}, {4, 0}, {8, 8}, {5, 0}});
  EXPECT_FALSE(edge_template(pos, kStone, false).has_value());
}

}  // namespace
}  // namespace partita::games::hex
