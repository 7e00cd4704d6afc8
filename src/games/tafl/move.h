#pragma once

#include <cstdint>

#include "games/tafl/cells.h"

namespace partita::games::tafl {

/// One piece from a square to another; what it captures follows from the position. Move{} is no move; a Move without
/// braces is not set at all, so that lists of moves cost nothing to make.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to) : code_(static_cast<std::uint16_t>(from | to << 8)) {}

  constexpr Square from() const { return static_cast<Square>(code_ & 0xFF); }
  constexpr Square to() const { return static_cast<Square>(code_ >> 8); }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t code_;
};

}  // namespace partita::games::tafl
