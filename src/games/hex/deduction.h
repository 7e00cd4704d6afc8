#pragma once

#include "base/fixed_vector.h"
#include "game/refinements.h"
#include "games/hex/connections.h"
#include "games/hex/position.h"

namespace partita::games::hex {

/// What virtual connections say of a position, on every side (search/montecarlo/deduction.h). Keeps its tables, which
/// are large, between calls. One thread; one board.
class Deduction {
 public:
  explicit Deduction(const Position& pos) : connections_(pos.side()) {}

  /// kWon: the mover wins, by one of the moves listed. kLost: every move loses. kForced: every move loses but perhaps
  /// those listed, the must-play region. kNone: nothing was found out. REQUIRES: !pos.is_over(), an empty list.
  game::Threat find(const Position& pos, base::FixedVector<Move, kMaxCells + 1>& moves);

 private:
  WideConnections connections_;
};

}  // namespace partita::games::hex
