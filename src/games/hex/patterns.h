#pragma once

#include "games/hex/playout.h"

namespace partita::games::hex {

/// What stands around an empty place, seen by the mover as if it joined top and bottom. Tables of learnt weights are
/// indexed by these numbers.
struct PlacePattern {
  static constexpr int kRingCodes = 729;  ///< six places, each empty, own or the other's
  static constexpr int kEdgeSteps = 5;    ///< distances to an edge that are told apart: 0, 1, 2, 3, more
  int ring = 0;                           ///< the six neighbours
  int bridges = 0;  ///< the six places a bridge away, looked at only where both cells of the bridge are empty
  int edges = 0;    ///< distance to the nearer own edge and to the nearer edge of the other
};

/// REQUIRES: the place is empty.
PlacePattern pattern_at(const RimmedBoard& board, int place, game::Seat mover);

/// How likely a strong player is to choose the place, in sixteenths of a natural logarithm; 0 is what its choices have
/// on the average, and a random place about -53.
int pattern_weight(const PlacePattern& pattern);

}  // namespace partita::games::hex
