#pragma once

#include "games/andantino/evaluator.h"

/// The evaluation functions behind Evaluator's names, one file each.
namespace partita::games::andantino {

game::Score evaluate_partita(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_sweere_groups(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_sweere_neighbours(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_aboukhadra(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_rao_fn1(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_rao_fn2(const Position& pos, game::Seat seat, const EvalContext& context);

/// A value for one colour as `seat` sees it.
inline game::Score seen_by(game::Seat seat, Colour colour, game::Score value) {
  return static_cast<game::Seat>(colour) == seat ? value : -value;
}

}  // namespace partita::games::andantino
