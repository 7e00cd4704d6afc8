#include "kit/conformance.h"

#include <gtest/gtest.h>

#include "games/domineering/domineering.h"

namespace partita::games::domineering {
namespace {

TEST(DomineeringConformance, SmallBoards) {
  for (int rows = Domineering::kMinEdge; rows <= 5; ++rows) {
    for (int columns = Domineering::kMinEdge; columns <= 5; ++columns) {
      kit::run_conformance<Domineering>({rows, columns}, {.playouts = 4, .deep_every = 2});
    }
  }
}
TEST(DomineeringConformance, Standard) { kit::run_conformance<Domineering>({}); }
// By hand: Vertical has six places on 3x3. A domino on a side column leaves Horizontal four places, one on the middle
// column two.
TEST(DomineeringConformance, PerftFourWays) {
  EXPECT_EQ(kit::perft_four_ways<Domineering>(Domineering::Position({3, 3}), 2), 4U * 4U + 2U * 2U);
}

}  // namespace
}  // namespace partita::games::domineering
