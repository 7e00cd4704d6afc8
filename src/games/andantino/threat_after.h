#pragma once

#include "game/refinements.h"
#include "games/andantino/bit_counts.h"
#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

/// Whether this colour can enclose something on a legal cell that is no five cell of its own; cells are handed to visit
/// until it says false.
template <class Visit>
bool visit_enclosing_cells(const Position& pos, Colour colour, Visit&& visit) {
  const CellSet& fives = pos.five_cells(colour).cells;
  const CellSet candidates = ring_candidates(pos, colour);
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; row <= last; ++row) {
    for (std::uint32_t word = candidates.rows[row] & ~fives.rows[row]; word != 0; word &= word - 1) {
      const Cell cell = static_cast<Cell>(row * kStride + std::countr_zero(word));
      if (encloses(pos, colour, cell) && !visit(cell)) return false;
    }
  }
  return true;
}

/// The same of the cells next to `stone`, one of this colour; others may be handed over too. Three rows at once.
template <class Visit>
bool visit_enclosing_cells_beside(const Position& pos, Colour colour, Cell stone, Visit&& visit) {
  const unsigned row = row_of(stone);
  // Only the largest board has stones so near the grid's end.
  if (row < 2) return visit_enclosing_cells(pos, colour, visit);
  const std::uint32_t* const own = &pos.stones(colour).words[0][row - 2];
  const LegalCells& legal = pos.legal_cells();
  const unsigned column = column_of(stone);
  const Quad near = {3U << column & legal.row(row - 1), 5U << (column - 1) & legal.row(row),
                     3U << (column - 1) & legal.row(row + 1), 0};
  const Quad found = cells_with_two_arcs(load_quad(own), load_quad(own + 1), load_quad(own + 2)) & near &
                     ~load_quad(&pos.five_cells(colour).cells.rows[row - 1]);
  unsigned first = (row - 1) * kStride;
  for (std::uint64_t pair : pairs_of(found)) {
    for (; pair != 0; pair &= pair - 1) {
      const Cell cell = static_cast<Cell>(first + static_cast<unsigned>(std::countr_zero(pair)));
      if (encloses(pos, colour, cell) && !visit(cell)) return false;
    }
    first += 2 * kStride;
  }
  return true;
}

/// Whether one more stone of this colour could wall in the cell: each of the six ways out along a line must end at a
/// wall, and the new stone stands on one of them at most.
inline bool is_nearly_walled(const Lines& walls, Cell cell) {
  const unsigned row = row_of(cell);
  const unsigned column = column_of(cell);
  const auto ways = [](std::uint32_t word, unsigned bit) {
    return (word >> bit != 0 ? 1 : 0) + ((word & ((1U << bit) - 1)) != 0 ? 1 : 0);
  };
  return ways(walls.words[0][row], column) + ways(walls.words[1][column], row) +
             ways(walls.words[2][Lines::diagonal_of(cell)], row) >=
         5;
}

template <class Visit>
bool visit_legal_five_cells(const Position& pos, Colour colour, Visit&& visit) {
  const FiveCells& fives = pos.five_cells(colour);
  for (std::uint32_t rows = fives.rows; rows != 0; rows &= rows - 1) {
    const auto row = static_cast<unsigned>(std::countr_zero(rows));
    for (std::uint32_t word = pos.legal_cells().row(row) & fives.cells.rows[row]; word != 0; word &= word - 1) {
      if (!visit(static_cast<Cell>(row * kStride + std::countr_zero(word)))) return false;
    }
  }
  return true;
}

/// The threat after `last`, found by looking only at what that stone can have changed. `forced` is set for kForced.
/// REQUIRES: the game is not over, `undo` belongs to `last`, and before it neither side could win at once on any other
/// cell. Three facts make it quick. A stone lets its owner enclose anew only on cells next to it, unless it joined
/// groups. It lets the other side enclose anew only as a prisoner that nobody of its colour stands next to (a companion
/// would have been a prisoner before). It lets the other side complete a five only by making a cell legal.
inline game::Threat threat_after(const Position& pos, Move last, const Undo& undo, Move& forced) {
  const Colour mover = pos.mover();
  const Colour opponent = other(mover);
  const auto never = [](Cell) { return false; };
  if (!visit_legal_five_cells(pos, mover, never)) return game::Threat::kWon;
  const bool is_alone = neighbour_bits(pos.stones(opponent), last.cell) == 0;
  if (is_alone && is_nearly_walled(pos.stones(mover), last.cell) && !visit_enclosing_cells(pos, mover, never)) {
    return game::Threat::kWon;
  }

  unsigned threats = 0;
  const auto note = [&](Cell cell) {
    forced = {cell};
    return ++threats < 2;
  };
  if (visit_legal_five_cells(pos, opponent, note) && !is_alone) {
    if (undo.joined_groups()) {
      visit_enclosing_cells(pos, opponent, note);
    } else {
      visit_enclosing_cells_beside(pos, opponent, last.cell, note);
    }
  }
  if (threats == 0) return game::Threat::kNone;
  return threats == 1 && !pos.closed_areas(opponent).has(forced.cell) ? game::Threat::kForced : game::Threat::kLost;
}

}  // namespace partita::games::andantino
