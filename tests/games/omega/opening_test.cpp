#include <gtest/gtest.h>

#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

TEST(OmegaOpening, OwnStoneToACornerTheOthersToTheCentre) {
  Position pos(testing::rules_for(5, 2));
  for (const char* expected : {"W:A1", "B:E5", "B:E1"}) {
    const Move move = Omega::opening_move(pos);
    ASSERT_EQ(Notation::write_move(pos, move), expected);
    pos.play(move);
  }
  EXPECT_EQ(Omega::opening_move(pos), Move{}) << "the centre is taken";
}

}  // namespace
}  // namespace partita::games::omega
