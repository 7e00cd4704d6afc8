#pragma once

#include "base/fixed_vector.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

/// No position has more legal moves: each of L legal cells has two occupied neighbours and each of S stones six
/// neighbours, so L <= 3 S, and L + S <= 721 on the largest board.
inline constexpr std::size_t kMaxMoves = 540;
using MoveList = base::FixedVector<Move, kMaxMoves>;

/// The slow part of encloses(): the arcs are at least two.
bool closes_around_prisoner(const Position& pos, Colour colour, Cell cell, const Arcs& arcs);

/// Whether a stone of this colour on this empty cell would enclose a stone of the other colour.
inline bool encloses(const Position& pos, Colour colour, Cell cell) {
  const Arcs& arcs = kArcs[neighbour_bits(pos.stones(colour), cell)];
  return arcs.count >= 2 && closes_around_prisoner(pos, colour, cell, arcs);
}

/// Legal cells where a stone of this colour would join two arcs: nowhere else can it close a ring. Rows outside
/// legal_span() are not filled in.
inline CellSet ring_candidates(const Position& pos, Colour colour) {
  CellSet result;
  const Lines& own = pos.stones(colour);
  const auto [first, last] = pos.legal_span();
  for (unsigned row = std::max(first, 1U); row <= last; ++row) {
    result.rows[row] =
        cells_with_two_arcs(own.row(row - 1), own.row(row), own.row(row + 1)) & pos.legal_cells().row(row);
  }
  return result;
}

/// Calls visit(cell) for each legal cell where a stone of this colour wins at once, by five first, until it says false.
/// Works for either colour whoever is to move. REQUIRES: the game is not over.
template <class Visit>
void for_each_winning_cell(const Position& pos, Colour colour, Visit&& visit) {
  const auto [first, last] = pos.legal_span();
  const LegalCells& legal = pos.legal_cells();
  const FiveCells& fives = pos.five_cells(colour);
  if (fives.count != 0) {
    for (unsigned row = first; row <= last; ++row) {
      for (std::uint32_t word = legal.row(row) & fives.cells.rows[row]; word != 0; word &= word - 1) {
        if (!visit(static_cast<Cell>(row * kStride + std::countr_zero(word)))) return;
      }
    }
  }
  const CellSet candidates = ring_candidates(pos, colour);
  for (unsigned row = first; row <= last; ++row) {
    for (std::uint32_t word = candidates.rows[row] & ~fives.cells.rows[row]; word != 0; word &= word - 1) {
      const Cell cell = static_cast<Cell>(row * kStride + std::countr_zero(word));
      if (encloses(pos, colour, cell) && !visit(cell)) return;
    }
  }
}

/// Appends every legal cell where this colour wins at once.
inline void winning_cells(const Position& pos, Colour colour, MoveList& list) {
  for_each_winning_cell(pos, colour, [&](Cell cell) {
    list.push_back({cell});
    return true;
  });
}

/// The key after a move, without playing it. REQUIRES: the move is legal.
inline game::Key child_key(const Position& pos, Move move) {
  return pos.key() ^ kMoveKeys[move.cell][index_of(pos.mover())];
}

}  // namespace partita::games::andantino
