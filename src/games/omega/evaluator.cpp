#include "games/omega/evaluator.h"

#include <algorithm>

#include "base/text.h"

namespace partita::games::omega {

namespace {

constexpr std::array<game::Named, 1> kNames = {{{"score", "logarithm of the current score, own less best other"}}};

using Merits = std::array<game::Score, kMaxColours>;

Merits score_merits(const Position& pos) {
  Merits merits{};
  for (int colour = 0; colour < pos.players(); ++colour) merits[static_cast<std::size_t>(colour)] = pos.log_score(colour);
  return merits;
}

game::Score own_less_best_other(const Merits& merits, int players, Colour own) {
  game::Score best = -game::kEvalLimit;
  for (int colour = 0; colour < players; ++colour) {
    if (colour != own) best = std::max(best, merits[static_cast<std::size_t>(colour)]);
  }
  return merits[own] - best;
}

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  if (name == "score") return Evaluator(Kind::kScore);
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: score"};
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  return own_less_best_other(score_merits(pos), pos.players(), pos.colour_of(seat));
}

}  // namespace partita::games::omega
