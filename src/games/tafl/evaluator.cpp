#include "games/tafl/evaluator.h"

#include <array>

#include "base/text.h"

namespace partita::games::tafl {

namespace {

constexpr std::array<game::Named, 1> kNames = {{{"material", "pieces alone, a defender worth two attackers"}}};

game::Score material(const Position& pos) { return 100 * (count(pos.attackers()) - 2 * count(pos.defenders())); }

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (const game::Named& one : kNames) {
    if (one.name == name) return Evaluator{};
    known.emplace_back(one.name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  const game::Score score = material(pos);
  return pos.side_of(seat) == Side::kAttackers ? score : -score;
}

}  // namespace partita::games::tafl
