// The house evaluator: open rows, five cells, pairs and pressed stones of both colours, then who is to move and who
// threatens to win.
#include "games/andantino/evaluators.h"
#include "games/andantino/open_rows.h"
#include "games/andantino/weights.h"
#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

namespace {

int shape_of(const Position& pos, Colour colour) {
  const Lines& own = pos.stones(colour);
  const Lines& enemy = pos.stones(other(colour));
  const Span span = pos.stone_span();
  const OpenRows rows = open_rows(own, enemy, kLineMasks[static_cast<std::size_t>(pos.side())], span);
  return weights::kOpenRow[2] * rows.two + weights::kOpenRow[3] * rows.three + weights::kOpenRow[4] * rows.four +
         weights::kPair * rows.pairs + weights::kPressedStone * pressed_stones(own, enemy, span) +
         weights::kFiveCell * static_cast<int>(pos.five_cells(colour).count);
}

/// Legal cells that make five; threats to enclose are left to the search.
int legal_five_cells(const Position& pos, Colour colour) {
  const FiveCells& fives = pos.five_cells(colour);
  if (fives.count == 0) return 0;
  int count = 0;
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; row <= last; ++row) count += std::popcount(fives.cells.rows[row] & pos.legal_cells().row(row));
  return count;
}

int threats_of(const Position& pos) {
  if (legal_five_cells(pos, pos.mover()) > 0) return weights::kWinNext;
  const int enemy = legal_five_cells(pos, other(pos.mover()));
  if (enemy >= 2) return -weights::kDoubleThreat;
  return enemy == 1 ? -weights::kSingleThreat : 0;
}

}  // namespace

game::Score evaluate_partita(const Position& pos, game::Seat seat, const EvalContext&) {
  const Colour mover = pos.mover();
  const int value = shape_of(pos, mover) - shape_of(pos, other(mover)) + weights::kTempo + threats_of(pos);
  return seen_by(seat, mover, value);
}

}  // namespace partita::games::andantino
