#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/cells.h"

namespace partita::games::andantino {

/// Which cells may be played: from ply 2 on every empty cell with at least two occupied neighbours, whoever moves. A new
/// stone changes this only next to itself: a neighbour that was touched by one stone before is touched by two now.
struct LegalCells {
  CellSet empty;    ///< empty cells of the board
  CellSet touched;  ///< cells with an occupied neighbour, empty or not, on the board or not
  CellSet legal;    ///< empty cells with two occupied neighbours or more

  /// The words a stone overwrites.
  struct Saved {
    std::array<std::uint32_t, 3> touched;
    std::array<std::uint32_t, 3> legal;
  };

  /// REQUIRES: the cell is empty.
  Saved place(Cell cell) {
    const unsigned row = row_of(cell);
    const unsigned column = column_of(cell);
    const Saved saved = {{touched.rows[row - 1], touched.rows[row], touched.rows[row + 1]},
                         {legal.rows[row - 1], legal.rows[row], legal.rows[row + 1]}};
    const std::uint32_t above = 3U << column;
    const std::uint32_t beside = 5U << (column - 1);
    const std::uint32_t below = 3U << (column - 1);
    const std::uint32_t stone = 1U << column;
    const std::uint32_t still_empty = empty.rows[row] & ~stone;
    empty.rows[row] = still_empty;
    touched.rows[row - 1] = saved.touched[0] | above;
    touched.rows[row] = saved.touched[1] | beside;
    touched.rows[row + 1] = saved.touched[2] | below;
    legal.rows[row - 1] = saved.legal[0] | (saved.touched[0] & above & empty.rows[row - 1]);
    legal.rows[row] = (saved.legal[1] & ~stone) | (saved.touched[1] & beside & still_empty);
    legal.rows[row + 1] = saved.legal[2] | (saved.touched[2] & below & empty.rows[row + 1]);
    return saved;
  }

  void take_back(Cell cell, const Saved& saved) {
    const unsigned row = row_of(cell);
    empty.rows[row] |= bit_of(cell);
    for (unsigned i = 0; i < 3; ++i) {
      touched.rows[row - 1 + i] = saved.touched[i];
      legal.rows[row - 1 + i] = saved.legal[i];
    }
  }

  /// Ply 1 is an exception: any neighbour of the only stone.
  void allow_neighbours(Cell cell) {
    for (const int distance : kNeighbours) {
      if (empty.has(step(cell, distance))) legal.add(step(cell, distance));
    }
  }
  friend constexpr bool operator==(const LegalCells&, const LegalCells&) = default;
};

}  // namespace partita::games::andantino
