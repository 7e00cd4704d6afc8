#include "games/hex/evaluator.h"

#include <array>

#include "base/text.h"
#include "games/hex/distance.h"

namespace partita::games::hex {

namespace {

constexpr std::array<game::Named, 3> kNames = {
    {{"distance", "cells the other side still needs to join, less mine"},
     {"none", "always 0"},
     {"net", "a learnt policy and value for PUCT; without a network for the rules the same as distance"}}};

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return Evaluator(static_cast<Kind>(i));
    known.emplace_back(kNames[i].name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  if (kind_ == Kind::kNone) return 0;
  constexpr game::Score kCell = 100;
  // Whoever moves is half a cell ahead.
  const game::Score tempo = pos.to_move() == 0 ? kCell / 2 : -kCell / 2;
  const game::Score red = kCell * (distance_to_win(pos, 1) - distance_to_win(pos, 0)) + tempo;
  return seat == 0 ? red : -red;
}

}  // namespace partita::games::hex
