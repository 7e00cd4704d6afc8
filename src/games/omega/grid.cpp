#include "games/omega/grid.h"

#include <algorithm>

namespace partita::games::omega {

namespace {

GridRows make_rows(int side) {
  const Geometry& board = geometry(side);
  GridRows table;
  table.width = static_cast<unsigned>(2 * side);
  table.count = static_cast<std::size_t>(2 * side - 1);
  for (int cell = board.cells - 1; cell >= 0; --cell) {
    const board::Hex hex = board.hex[static_cast<std::size_t>(cell)];
    const int row = hex.r + side - 1;
    const int letter = hex.q + hex.r + side - 1;
    const int bit = row * 2 * side + letter;
    table.cell_of_bit[static_cast<std::size_t>(bit)] = static_cast<std::uint16_t>(cell);
    // The last one written is the row's first cell.
    auto& entry = table.rows[static_cast<std::size_t>(row)];
    entry.first_cell = static_cast<std::uint16_t>(cell);
    entry.first_bit = static_cast<std::uint16_t>(bit);
    entry.mask = entry.mask << 1 | 1;
  }
  return table;
}

}  // namespace

const GridRows& grid_rows(int side) {
  static const auto tables = [] {
    std::array<GridRows, kMaxSide + 1> all{};
    for (int s = kMinSide; s <= kMaxSide; ++s) all[static_cast<std::size_t>(s)] = make_rows(s);
    return all;
  }();
  return tables[static_cast<std::size_t>(side)];
}

}  // namespace partita::games::omega
