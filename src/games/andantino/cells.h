#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/hex.h"

namespace partita::games::andantino {

inline constexpr int kMinSide = 3;
inline constexpr int kMaxSide = 16;

/// A cell of the one grid all sides share: rows of 32, at least one row and column of nothing around the largest board,
/// so that a neighbour is a fixed distance away and may always be looked at. Cell 0 is never on a board.
using Cell = std::uint16_t;

inline constexpr int kStride = 32;
inline constexpr int kCentreIndex = kMaxSide;
/// 2 * kMaxSide + 1 rows are needed; a multiple of four lets words be taken in pairs and fours.
inline constexpr std::size_t kGridRows = 36;
static_assert(kGridRows >= 2 * kMaxSide + 1);
inline constexpr std::size_t kCellSlots = kGridRows * kStride;

constexpr Cell cell_of(board::Hex hex) {
  return static_cast<Cell>((hex.r + kCentreIndex) * kStride + hex.q + kCentreIndex);
}
constexpr board::Hex hex_of(Cell cell) { return {cell % kStride - kCentreIndex, cell / kStride - kCentreIndex}; }

inline constexpr Cell kCentre = cell_of({0, 0});

/// Distances to the six neighbours in circular order (board::kHexDirections).
inline constexpr std::array<int, 6> kNeighbours = {1, 1 - kStride, -kStride, -1, kStride - 1, kStride};

constexpr Cell step(Cell cell, int distance) { return static_cast<Cell>(cell + distance); }

constexpr unsigned row_of(Cell cell) { return cell / kStride; }
constexpr unsigned column_of(Cell cell) { return cell % kStride; }
constexpr std::uint32_t bit_of(Cell cell) { return 1U << column_of(cell); }

/// A set of cells as one word a row.
struct CellSet {
  std::array<std::uint32_t, kGridRows> rows{};

  constexpr bool has(Cell cell) const { return (rows[row_of(cell)] & bit_of(cell)) != 0; }
  constexpr void add(Cell cell) { rows[row_of(cell)] |= bit_of(cell); }
  constexpr void remove(Cell cell) { rows[row_of(cell)] &= ~bit_of(cell); }
  friend constexpr bool operator==(const CellSet&, const CellSet&) = default;
};

/// The cells of a row next to one of the set. REQUIRES: 0 < row < kGridRows - 1.
constexpr std::uint32_t touched_cells(const CellSet& set, unsigned row) {
  const std::uint32_t above = set.rows[row - 1];
  const std::uint32_t beside = set.rows[row];
  const std::uint32_t below = set.rows[row + 1];
  return above | above >> 1 | beside << 1 | beside >> 1 | below | below << 1;
}

/// Calls visit(cell) for every cell of a word of the row.
template <class Visit>
constexpr void for_each_in_row(unsigned row, std::uint32_t word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<Cell>(row * kStride + std::countr_zero(word)));
}

/// Steps from the centre, by cell.
inline constexpr std::array<std::uint8_t, kCellSlots> kDistances = [] {
  std::array<std::uint8_t, kCellSlots> distances{};
  for (Cell cell = 0; cell < kCellSlots; ++cell) {
    distances[cell] = static_cast<std::uint8_t>(board::hex_distance(hex_of(cell)));
  }
  return distances;
}();

/// A range of rows (or columns, or diagonals) of the grid, both ends included.
struct Span {
  unsigned first;
  unsigned last;
};
/// The lines with cells at most this far from the centre. REQUIRES: distance <= kMaxSide.
constexpr Span lines_within(unsigned distance) { return {kCentreIndex - distance, kCentreIndex + distance}; }

/// Calls visit(cell) for every cell of the board from the top row down, each row from the west.
template <class Visit>
constexpr void for_each_cell(int side, Visit&& visit) {
  for (int r = 1 - side; r < side; ++r) {
    for (int q = 1 - side; q < side; ++q) {
      if (board::is_on_hex_board({q, r}, side)) visit(cell_of({q, r}));
    }
  }
}

}  // namespace partita::games::andantino
