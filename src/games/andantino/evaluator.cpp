#include "games/andantino/evaluator.h"

#include <array>
#include <vector>

#include "base/text.h"

namespace partita::games::andantino {

namespace {

game::Score evaluate_nothing(const Position&, game::Seat, const EvalContext&) { return 0; }

constexpr std::array kNames = {game::Named{"none", "0 everywhere: only wins and losses count"}};

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  if (name == "none") return Evaluator(evaluate_nothing);
  std::vector<std::string> known;
  for (const game::Named& entry : kNames) known.emplace_back(entry.name);
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

}  // namespace partita::games::andantino
