#pragma once

#include <cstdint>

#include "games/andantino/cells.h"

namespace partita::games::andantino {

/// Which Andantino is played. On the unbounded board `side` is that of the grid that stands for it: the game is exact
/// as long as no stone lies on the grid's outermost ring (distance kMaxSide - 1 from the centre); a stone put there
/// ends the game as a draw, "bound-reached", unless it ends it by a rule of the game.
struct Rules {
  enum class Kind : std::uint8_t { kStandard, kUnbounded };
  int side = 10;
  Kind kind = Kind::kStandard;
  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace partita::games::andantino
