#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/cells.h"

namespace partita::games::andantino {

/// Which cells may be played: from ply 2 on every empty cell with at least two occupied neighbours, whoever moves. A
/// new stone changes this only next to itself: a neighbour that was touched by one stone before is touched by two now.
class LegalCells {
 public:
  /// One row in one word, so that it is read, saved and written at once: below, the cells with two occupied neighbours
  /// or more; above them the touched ones, those with one or more. Empty or not, on the board or not: what is legal
  /// follows.
  using Row = std::uint64_t;
  /// The rows a stone overwrites.
  using Saved = std::array<Row, 3>;

  bool has(Cell cell) const { return (row(row_of(cell)) & bit_of(cell)) != 0; }
  std::uint32_t row(unsigned index) const { return static_cast<std::uint32_t>(rows_[index]) & empty_.rows[index]; }
  bool is_touched(Cell cell) const { return (touched_row(rows_[row_of(cell)]) & bit_of(cell)) != 0; }
  bool is_none() const {
    for (unsigned index = 0; index < kGridRows; ++index) {
      if (row(index) != 0) return false;
    }
    return true;
  }
  /// Empty cells of the board.
  const CellSet& empty() const { return empty_; }

  void add_to_board(Cell cell) { empty_.add(cell); }

  /// REQUIRES: the cell is empty.
  [[gnu::always_inline]] void place(Cell cell, Saved& saved) {
    const unsigned column = column_of(cell);
    Row* const rows = &rows_[row_of(cell)];
    saved = {rows[-1], rows[0], rows[1]};
    empty_.rows[row_of(cell)] ^= bit_of(cell);
    rows[-1] = touched_by(saved[0], 3U << column);
    rows[0] = touched_by(saved[1], 5U << (column - 1));
    rows[1] = touched_by(saved[2], 3U << (column - 1));
  }

  [[gnu::always_inline]] void take_back(Cell cell, const Saved& saved) {
    Row* const rows = &rows_[row_of(cell)];
    empty_.rows[row_of(cell)] ^= bit_of(cell);
    rows[-1] = saved[0];
    rows[0] = saved[1];
    rows[1] = saved[2];
  }

  /// Ply 1 is an exception: any neighbour of the only stone.
  void allow_neighbours(Cell cell) {
    for (const int distance : kNeighbours) {
      const Cell next = step(cell, distance);
      rows_[row_of(next)] |= bit_of(next);
    }
  }
  /// After ply 1: what was legal by its exception and is not by the rule. REQUIRES: `first` is next to the centre.
  void forbid_neighbours(Cell first) {
    for (const int distance : kNeighbours) {
      const Cell next = step(kCentre, distance);
      if (board::hex_distance(hex_of(next) - hex_of(first)) != 1) rows_[row_of(next)] &= ~Row{bit_of(next)};
    }
  }
  friend constexpr bool operator==(const LegalCells&, const LegalCells&) = default;

 private:
  static constexpr std::uint32_t touched_row(Row row) { return static_cast<std::uint32_t>(row >> kStride); }
  /// A row after a stone has touched these cells of it.
  static constexpr Row touched_by(Row row, std::uint32_t cells) {
    return row | Row{cells} << kStride | (touched_row(row) & cells);
  }

  CellSet empty_;
  std::array<Row, kGridRows> rows_{};
};

}  // namespace partita::games::andantino
