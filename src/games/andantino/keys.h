#pragma once

#include <array>

#include "board/zobrist.h"
#include "games/andantino/cells.h"
#include "game/types.h"

namespace partita::games::andantino {

/// Tells Andantino's keys from the other games'.
inline constexpr std::uint64_t kKeySalt = 0xA17DA471;

/// Key parts: one per stone, one for the mover, one for the rules.
inline constexpr std::array<std::array<game::Key, kCellSlots>, 2> kStoneKeys = [] {
  std::array<std::array<game::Key, kCellSlots>, 2> keys{};
  for (std::uint32_t colour = 0; colour < 2; ++colour) {
    for (std::uint32_t cell = 0; cell < kCellSlots; ++cell) keys[colour][cell] = board::zobrist(kKeySalt, colour, cell);
  }
  return keys;
}();
inline constexpr game::Key kMoverKey = board::zobrist(kKeySalt, 2, 0);
constexpr game::Key rules_key(int side, bool unbounded) {
  return board::zobrist(kKeySalt, 3, static_cast<std::uint32_t>(2 * side + (unbounded ? 1 : 0)));
}

}  // namespace partita::games::andantino
