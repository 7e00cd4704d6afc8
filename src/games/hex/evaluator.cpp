#include "games/hex/evaluator.h"

#include "base/text.h"
#include "games/hex/distance.h"

namespace partita::games::hex {

std::span<const game::Named> Evaluator::names() {
  static constexpr game::Named kNames[] = {{"distance", "cells the other side still needs to join, less mine"},
                                           {"none", "always 0"}};
  return kNames;
}

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  if (name == "distance") return Evaluator{true};
  if (name == "none") return Evaluator{false};
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: distance, none"};
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  if (!measures) return 0;
  constexpr game::Score kCell = 100;
  // Whoever moves is half a cell ahead.
  const game::Score tempo = pos.to_move() == 0 ? kCell / 2 : -kCell / 2;
  const game::Score red = kCell * (distance_to_win(pos, 1) - distance_to_win(pos, 0)) + tempo;
  return seat == 0 ? red : -red;
}

}  // namespace partita::games::hex
