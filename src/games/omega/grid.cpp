#include "games/omega/grid.h"

namespace partita::games::omega {

namespace {

GridCells make_cells(int side) {
  const Geometry& board = geometry(side);
  GridCells table;
  table.width = static_cast<unsigned>(2 * side);
  table.cell_of_bit.fill(kOffBoard);
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(board.cells); ++cell) {
    table.cell_of_bit[board.grid_bit[cell]] = static_cast<std::uint16_t>(cell);
  }
  return table;
}

}  // namespace

const GridCells& grid_cells(int side) {
  static const auto tables = [] {
    std::array<GridCells, kMaxSide + 1> all{};
    for (int s = kMinSide; s <= kMaxSide; ++s) all[static_cast<std::size_t>(s)] = make_cells(s);
    return all;
  }();
  return tables[static_cast<std::size_t>(side)];
}

}  // namespace partita::games::omega
