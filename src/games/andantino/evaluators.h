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

// As the authors' programs count.
game::Score evaluate_sweere_groups_program(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_sweere_neighbours_program(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_aboukhadra_program(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_rao_fn1_program(const Position& pos, game::Seat seat, const EvalContext& context);
game::Score evaluate_rao_fn2_program(const Position& pos, game::Seat seat, const EvalContext& context);

/// Aboukhadra's five features of the last move (report, section 4).
struct AboukhadraTerms {
  int longest_row = 0;
  int sum_of_rows = 0;
  int component = 0;
  int enclosing = 0;
  int chain = 0;
};
/// REQUIRES: a stone stands on the cell.
AboukhadraTerms aboukhadra_terms(const Position& pos, Cell last);
AboukhadraTerms aboukhadra_program_terms(const Position& pos, Cell last);
/// Weighted for the root player, whose stone it is or is not.
game::Score aboukhadra_value(const AboukhadraTerms& terms, bool is_roots_stone);

/// Rao's functions for `bot`, with `to_move` at the leaf; the random term is left out.
int rao_fn1_program(const Position& pos, Colour bot, Colour to_move);
int rao_fn2_program(const Position& pos, Colour bot, Colour to_move);

/// A value for one colour as `seat` sees it.
inline game::Score seen_by(game::Seat seat, Colour colour, game::Score value) {
  return static_cast<game::Seat>(colour) == seat ? value : -value;
}

}  // namespace partita::games::andantino
