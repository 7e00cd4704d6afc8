#include "kit/conformance.h"

#include <gtest/gtest.h>

#include "games/hex/hex.h"

namespace partita::games::hex {
namespace {

TEST(HexConformance, SmallBoards) {
  for (int side = kMinSide; side <= 6; ++side) kit::run_conformance<Hex>({side, side % 2 == 0});
}
TEST(HexConformance, Standard) { kit::run_conformance<Hex>({}, {.seed = 3, .playouts = 3, .deep_every = 20}); }
TEST(HexConformance, LargestBoard) {
  kit::run_conformance<Hex>({kMaxSide, true}, {.seed = 5, .playouts = 2, .deep_every = 40});
}

}  // namespace
}  // namespace partita::games::hex
