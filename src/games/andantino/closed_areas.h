#pragma once

#include <cstdint>

#include "games/andantino/enclosure.h"

namespace partita::games::andantino {

/// The empty areas one colour has closed: whoever of the other colour enters one loses (suicide). A cell next to such
/// an area is a wall of it or part of it, so a new stone either stands in an area or closes new ones, never both.
struct ClosedAreas {
  CellSet cells;
  std::uint32_t count = 0;  ///< cells; 0 nearly always, which makes asking cheap

  bool has(Cell cell) const { return count != 0 && cells.has(cell); }

  void add(const CellSet& area) {
    for (std::size_t row = 0; row < kGridRows; ++row) {
      count += static_cast<std::uint32_t>(std::popcount(area.rows[row] & ~cells.rows[row]));
      cells.rows[row] |= area.rows[row];
    }
  }
  void remove(const CellSet& area) {
    for (std::size_t row = 0; row < kGridRows; ++row) {
      count -= static_cast<std::uint32_t>(std::popcount(area.rows[row] & cells.rows[row]));
      cells.rows[row] &= ~area.rows[row];
    }
  }
  void add(Cell cell) {
    cells.add(cell);
    ++count;
  }
  void remove(Cell cell) {
    cells.remove(cell);
    --count;
  }
  friend constexpr bool operator==(const ClosedAreas&, const ClosedAreas&) = default;
};

}  // namespace partita::games::andantino
