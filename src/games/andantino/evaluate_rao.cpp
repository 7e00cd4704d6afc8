// Rao's two evaluators (report, section 3.5): ways to win with one move, by a line or by surrounding, weighted by who
// is to move at the leaf.
#include "games/andantino/evaluators.h"
#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

namespace {

constexpr int kWayToWin = 10;
constexpr int kFn1MoverWeight = 10;
constexpr int kFn2MoverWeight = 20;
constexpr int kFn2OtherWeight = 1;
constexpr int kRandomReach = 5;

/// Line score and surround score of a colour, summed: a cell that does both counts twice.
int ways_to_win(const Position& pos, Colour colour) {
  int ways = 0;
  const auto [first, last] = pos.legal_span();
  for (unsigned row = first; row <= last; ++row) {
    for_each_in_row(row, pos.legal_cells().row(row), [&](Cell cell) {
      ways += pos.five_cells(colour).cells.has(cell) ? 1 : 0;
      ways += encloses(pos, colour, cell) ? 1 : 0;
    });
  }
  return ways * kWayToWin;
}

}  // namespace

/// Only the side to move at the leaf has a score here.
game::Score evaluate_rao_fn1(const Position& pos, game::Seat seat, const EvalContext&) {
  return seen_by(seat, pos.mover(), kFn1MoverWeight * ways_to_win(pos, pos.mover()));
}

/// The random term is the root player's: the other side sees its negative.
game::Score evaluate_rao_fn2(const Position& pos, game::Seat seat, const EvalContext& context) {
  const int value =
      kFn2MoverWeight * ways_to_win(pos, pos.mover()) - kFn2OtherWeight * ways_to_win(pos, other(pos.mover()));
  const int random =
      context.random == nullptr ? 0 : static_cast<int>(context.random->below(2 * kRandomReach + 1)) - kRandomReach;
  return seen_by(seat, pos.mover(), value) + (seat == context.root ? random : -random);
}

}  // namespace partita::games::andantino
