#pragma once

#include "game/tension.h"
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

template <class Visit>
bool visit_legal_five_cells(const Position& pos, Colour colour, Visit&& visit) {
  const FiveCells& fives = pos.five_cells(colour);
  if (fives.count == 0) return true;
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; row <= last; ++row) {
    for (std::uint32_t word = pos.legal_cells().row(row) & fives.cells.rows[row]; word != 0; word &= word - 1) {
      if (!visit(static_cast<Cell>(row * kStride + std::countr_zero(word)))) return false;
    }
  }
  return true;
}

/// The tension after `last`, found by looking only at what that stone can have changed. `forced` is set for kForced.
/// REQUIRES: the game is not over, `undo` belongs to `last`, and before it neither side could win at once on any other
/// cell. Three facts make it quick. A stone lets its owner enclose anew only on cells next to it, unless it joined
/// groups. It lets the other side enclose anew only as a prisoner that nobody of its colour stands next to (a companion
/// would have been a prisoner before). It lets the other side complete a five only by making a cell legal.
inline game::Tension tension_after(const Position& pos, Move last, const Undo& undo, Move& forced) {
  const Colour mover = pos.mover();
  const Colour opponent = other(mover);
  const auto never = [](Cell) { return false; };
  if (!visit_legal_five_cells(pos, mover, never)) return game::Tension::kWon;
  const bool is_alone = neighbour_bits(pos.stones(opponent), last.cell) == 0;
  if (is_alone && !visit_enclosing_cells(pos, mover, never)) return game::Tension::kWon;

  unsigned threats = 0;
  const auto note = [&](Cell cell) {
    forced = {cell};
    return ++threats < 2;
  };
  if (visit_legal_five_cells(pos, opponent, note) && !is_alone) {
    if (undo.joined_groups()) {
      visit_enclosing_cells(pos, opponent, note);
    } else {
      for (const int distance : kNeighbours) {
        const Cell cell = step(last.cell, distance);
        if (!pos.legal_cells().has(cell) || pos.five_cells(opponent).cells.has(cell)) continue;
        if (encloses(pos, opponent, cell) && !note(cell)) break;
      }
    }
  }
  if (threats == 0) return game::Tension::kFree;
  return threats == 1 && !pos.closed_areas(opponent).has(forced.cell) ? game::Tension::kForced : game::Tension::kLost;
}

}  // namespace partita::games::andantino
