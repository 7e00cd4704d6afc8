#pragma once

#include <cstdint>

#include "games/tafl/cells.h"

namespace partita::games::tafl {

/// One piece from a square to another; what it captures follows from the position. Move{} is no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to) : from_(from), to_(to) {}

  constexpr Square from() const { return from_; }
  constexpr Square to() const { return to_; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  Square from_ = 0;
  Square to_ = 0;
};

}  // namespace partita::games::tafl
