#pragma once

#include <span>

#include "game/concept.h"
#include "games/hex/position.h"

namespace partita::games::hex {

/// "distance": how many cells the other side still needs less how many I need; "none": always 0.
struct Evaluator {
  bool measures = true;

  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);
  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;
};

}  // namespace partita::games::hex
