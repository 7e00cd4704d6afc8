#include "games/tafl/evaluator.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "games/tafl/evaluation.h"

namespace partita::games::tafl {

namespace {

constexpr std::array<game::Named, 3> kNames = {
    {{"partita", "the king's roads, captures, siege and pieces, weighed by family of rules"},
     {"rudin", "the McGill report's utility: pieces, the king's blocked directions, attackers beside him"},
     {"material", "pieces alone, a defender worth two attackers"}}};

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return Evaluator(static_cast<Choice>(i));
    known.emplace_back(kNames[i].name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

game::Score Evaluator::from_attackers_view(const Position& pos) const {
  switch (choice_) {
    case Choice::kPartita: return evaluate_partita(pos);
    case Choice::kRudin: return evaluate_rudin(pos);
    case Choice::kMaterial: break;
  }
  return evaluate_material(pos);
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  const game::Score score = from_attackers_view(pos);
  return pos.side_of(seat) == Side::kAttackers ? score : -score;
}

}  // namespace partita::games::tafl
