#pragma once

#include <cstdint>

#include "games/omega/rules.h"

namespace partita::games::omega {

/// One ply: a stone of some colour on a cell, or the swap of the pie rule. Move{} is no move.
class Move {
 public:
  constexpr Move() = default;
  static constexpr Move stone(int colour, int cell) {
    return Move(static_cast<std::uint16_t>((colour + 1) << kCellBits | cell));
  }
  static constexpr Move swap() { return Move(static_cast<std::uint16_t>((kMaxColours + 1) << kCellBits)); }

  constexpr bool is_swap() const { return *this == swap(); }
  /// REQUIRES: a stone.
  constexpr int colour() const { return (code_ >> kCellBits) - 1; }
  constexpr int cell() const { return code_ & ((1 << kCellBits) - 1); }
  /// Unique and below 2^12; 0 is no move.
  constexpr std::uint16_t code() const { return code_; }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr int kCellBits = 9;
  explicit constexpr Move(std::uint16_t code) : code_(code) {}
  std::uint16_t code_ = 0;
};

}  // namespace partita::games::omega
