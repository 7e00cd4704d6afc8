#pragma once

#include <span>
#include <string_view>

#include "game/concept.h"
#include "game/terms.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

using EvalContext = game::EvalContext<Move>;

/// Evaluation functions by name. A value of a few bytes; any number of threads may use one.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const EvalContext& context) const {
    const game::Score value = function_(pos, seat, context);
    return left_out_ == 0 ? value : value - worth_left_out(pos, seat);
  }
  /// The reports' evaluators as their authors' programs count, where that is otherwise than as the text says.
  void use_program_form() {
    if (program_ != nullptr) function_ = program_;
  }
  /// Only the evaluator `partita` has terms.
  void leave_out(game::TermSet terms) { left_out_ = terms; }

  /// Whether a part of the value, White's less Black's, may be carried from position to position instead of being
  /// counted anew: carried() at the root, carried_after() before each move, evaluate_carried() where evaluate() would
  /// be asked.
  bool carries() const;
  game::Score carried(const Position& pos) const;
  game::Score carried_after(const Position& pos, Move move, game::Score carried) const;
  /// `is_quiet`: neither side has a legal five cell, so that nobody looks for one again.
  game::Score evaluate_carried(const Position& pos, game::Seat seat, game::Score carried, bool is_quiet = false) const;

 private:
  using Function = game::Score (*)(const Position&, game::Seat, const EvalContext&);
  explicit Evaluator(Function function, Function program) : function_(function), program_(program) {}
  game::Score worth_left_out(const Position& pos, game::Seat seat) const;

  Function function_;
  Function program_;  ///< null where there is none
  game::TermSet left_out_ = 0;
};

/// What the evaluator `partita` adds up, weights.h times what is on the board. Empty where somebody can make five at
/// once.
std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos);

}  // namespace partita::games::andantino
