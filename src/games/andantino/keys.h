#pragma once

#include <array>

#include "board/zobrist.h"
#include "game/types.h"
#include "games/andantino/cells.h"

namespace partita::games::andantino {

/// Tells Andantino's keys from the other games'.
inline constexpr std::uint64_t kKeySalt = 0xA17DA471;

/// Key parts: one per stone, by cell and colour, one for the mover, one for the rules.
using CellKeys = std::array<std::array<game::Key, 2>, kCellSlots>;
inline constexpr game::Key kMoverKey = board::zobrist(kKeySalt, 2, 0);
constexpr CellKeys make_cell_keys(game::Key with, std::uint64_t salt = kKeySalt) {
  CellKeys keys{};
  for (std::uint32_t cell = 0; cell < kCellSlots; ++cell) {
    for (std::uint32_t colour = 0; colour < 2; ++colour) keys[cell][colour] = board::zobrist(salt, colour, cell) ^ with;
  }
  return keys;
}
inline constexpr CellKeys kStoneKeys = make_cell_keys(0);
/// What a move changes: the stone and the mover.
inline constexpr CellKeys kMoveKeys = make_cell_keys(kMoverKey);
/// Sweere's first hashing (report, 4.2.1): a random number for every row, every column and every state of a cell.
inline constexpr game::Key row_key(unsigned row) { return board::zobrist(kKeySalt, 4, row); }
inline constexpr game::Key column_key(unsigned column) { return board::zobrist(kKeySalt, 5, column); }
inline constexpr game::Key state_key(unsigned colour) { return board::zobrist(kKeySalt, 6, colour); }
constexpr game::Key rules_key(int side, bool unbounded, std::uint64_t salt = kKeySalt) {
  return board::zobrist(salt, 3, static_cast<std::uint32_t>(2 * side + (unbounded ? 1 : 0)));
}

}  // namespace partita::games::andantino
