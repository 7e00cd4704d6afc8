#pragma once

#include "games/andantino/open_rows.h"
#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

/// Whether a stone on `cell` leaves its colour a legal cell that makes five: a completion the stone adds, or one that
/// was there already and becomes legal by the stone. REQUIRES: the cell is legal, and the colour has no legal five cell
/// yet.
inline bool threatens_five(const Position& pos, Colour colour, Cell cell) {
  const auto windows = pos.stones(colour).windows(cell);
  const LegalCells& legal = pos.legal_cells();
  const auto becomes_legal = [&](Cell other) {
    return legal.has(other) || (legal.is_touched(other) && pos.empty_cells().has(other));
  };
  for (std::size_t line = 0; line < windows.size(); ++line) {
    for (std::uint32_t places = kFiveCompletions[windows[line]]; places != 0; places &= places - 1) {
      const int away = std::countr_zero(places) - kReach;
      const Cell other = step(cell, away * kLineSteps[line]);
      const bool is_next = away == 1 || away == -1;
      if (legal.has(other) || (is_next && becomes_legal(other))) return true;
    }
  }
  const FiveCells& fives = pos.five_cells(colour);
  if (fives.count == 0) return false;
  for (const int distance : kNeighbours) {
    const Cell next = step(cell, distance);
    if (fives.cells.has(next) && becomes_legal(next)) return true;
  }
  return false;
}

/// Appends the mover's legal moves that threaten five. REQUIRES: the mover has no legal five cell. Only cells of open
/// threes are looked at, and those next to a five cell that is not legal yet.
inline void generate_five_threats(const Position& pos, MoveList& list) {
  const Colour mover = pos.mover();
  const FiveCells& fives = pos.five_cells(mover);
  CellsOfThrees threes;
  find_cells_of_threes(pos, mover, threes);
  CellSet near;
  std::uint32_t rows = fives.rows >> 1 | fives.rows | fives.rows << 1;
  for (std::uint32_t rest = rows; rest != 0; rest &= rest - 1) {
    const auto row = static_cast<unsigned>(std::countr_zero(rest));
    if (row > 0) near.rows[row] = touched_cells(fives.cells, row);
  }
  for_each_cell_of_threes(threes, [&](unsigned row, unsigned column) {
    near.rows[row] |= 1U << column;
    rows |= 1U << row;
  });
  for (; rows != 0; rows &= rows - 1) {
    const auto row = static_cast<unsigned>(std::countr_zero(rows));
    for_each_in_row(row, pos.legal_cells().row(row) & near.rows[row], [&](Cell cell) {
      if (threatens_five(pos, mover, cell)) list.push_back({cell});
    });
  }
}

}  // namespace partita::games::andantino
