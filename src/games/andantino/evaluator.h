#pragma once

#include <span>
#include <string_view>

#include "game/concept.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

using EvalContext = game::EvalContext<Move>;

/// Evaluation functions by name. A value of a few bytes; any number of threads may use one.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const EvalContext& context) const {
    return function_(pos, seat, context);
  }

 private:
  using Function = game::Score (*)(const Position&, game::Seat, const EvalContext&);
  explicit Evaluator(Function function) : function_(function) {}
  Function function_;
};

}  // namespace partita::games::andantino
