#include "kit/conformance.h"

#include <gtest/gtest.h>

#include "games/andantino/andantino.h"

namespace partita::games::andantino {
namespace {

TEST(AndantinoConformance, SmallBoards) {
  for (int side = kMinSide; side <= 6; ++side) kit::run_conformance<Andantino>({side, Rules::Kind::kStandard});
}
TEST(AndantinoConformance, Standard) { kit::run_conformance<Andantino>({}); }
TEST(AndantinoConformance, LargestBoard) {
  kit::run_conformance<Andantino>({kMaxSide, Rules::Kind::kStandard}, {.seed = 5, .playouts = 3, .deep_every = 20});
}
TEST(AndantinoConformance, Unbounded) {
  kit::run_conformance<Andantino>({kMaxSide, Rules::Kind::kUnbounded}, {.seed = 6, .playouts = 3, .deep_every = 20});
}
TEST(AndantinoConformance, PerftFourWays) {
  EXPECT_EQ(kit::perft_four_ways<Andantino>(Position({5, Rules::Kind::kStandard}), 6), 4032U);
}

}  // namespace
}  // namespace partita::games::andantino
