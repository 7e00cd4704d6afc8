// The house evaluator: open rows, five cells, pairs and pressed stones of both colours, then who is to move and who
// threatens to win.
#include "games/andantino/evaluator.h"
#include "games/andantino/evaluators.h"
#include "games/andantino/line_values.h"
#include "games/andantino/open_rows.h"
#include "games/andantino/weights.h"

namespace partita::games::andantino {

namespace {

int shape_of(const Position& pos, Colour colour) {
  const Lines& own = pos.stones(colour);
  const Lines& enemy = pos.stones(other(colour));
  const Span span = pos.stone_span();
  const OpenRows rows = open_rows(own, enemy, kLineMasks[static_cast<std::size_t>(pos.side())], span);
  return weights::kOpenRow[2] * rows.two + weights::kOpenRow[3] * rows.three + weights::kOpenRow[4] * rows.four +
         weights::kPair * rows.pairs + weights::kPressedStone * pressed_stones(own, enemy, span);
}

/// Legal cells that make five; threats to enclose are left to the search.
int legal_five_cells(const Position& pos, Colour colour) {
  const FiveCells& fives = pos.five_cells(colour);
  if (fives.count == 0) return 0;
  int count = 0;
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; row <= last; ++row)
    count += std::popcount(fives.cells.rows[row] & pos.legal_cells().row(row));
  return count;
}

int threats_of(const Position& pos) {
  if (legal_five_cells(pos, pos.mover()) > 0) return weights::kWinNext;
  const int enemy = legal_five_cells(pos, other(pos.mover()));
  if (enemy >= 2) return -weights::kDoubleThreat;
  return enemy == 1 ? -weights::kSingleThreat : 0;
}

/// `shape` is White's less Black's.
game::Score partita_value(const Position& pos, game::Seat seat, int shape, bool is_quiet) {
  const Colour mover = pos.mover();
  const int five_cells =
      static_cast<int>(pos.five_cells(mover).count) - static_cast<int>(pos.five_cells(other(mover)).count);
  const int value = seen_by(static_cast<game::Seat>(mover), Colour::kWhite, shape) + weights::kFiveCell * five_cells +
                    weights::kTempo + (is_quiet ? 0 : threats_of(pos));
  return seen_by(seat, mover, value);
}

}  // namespace

game::Score evaluate_partita(const Position& pos, game::Seat seat, const EvalContext&) {
  return partita_value(pos, seat, shape_of(pos, Colour::kWhite) - shape_of(pos, Colour::kBlack), false);
}

bool Evaluator::carries() const { return function_ == evaluate_partita && left_out_ == 0; }

game::Score Evaluator::worth_left_out(const Position& pos, game::Seat seat) const {
  if (function_ != evaluate_partita) return 0;
  return seen_by(seat, pos.mover(), game::worth_of(evaluation_terms(pos), left_out_));
}

game::Score Evaluator::carried(const Position& pos) const {
  return shape_of(pos, Colour::kWhite) - shape_of(pos, Colour::kBlack);
}

game::Score Evaluator::carried_after(const Position& pos, Move move, game::Score carried) const {
  const Colour colour = pos.mover();
  const int gain = line_gain(pos, colour, move.cell) + weights::kPressedStone * press_gain(pos, colour, move.cell);
  return colour == Colour::kWhite ? carried + gain : carried - gain;
}

game::Score Evaluator::evaluate_carried(const Position& pos, game::Seat seat, game::Score carried,
                                        bool is_quiet) const {
  return partita_value(pos, seat, carried, is_quiet);
}

}  // namespace partita::games::andantino
