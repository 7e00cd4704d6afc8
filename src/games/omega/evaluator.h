#pragma once

#include <span>
#include <string_view>

#include "base/parsed.h"
#include "game/concept.h"
#include "games/omega/move.h"
#include "games/omega/position.h"

namespace partita::games::omega {

/// One evaluation function, chosen by name. A small value; any thread. With more than two seats a seat's value is its own
/// merit less the best other's.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;

 private:
  enum class Kind { kPartita, kTrebing, kScore };  ///< in the order of names()
  explicit Evaluator(Kind kind) : kind_(kind) {}
  Kind kind_;
};

}  // namespace partita::games::omega
