#include "games/andantino/evaluator.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

game::Score evaluate_nothing(const Position&, game::Seat, const EvalContext&) { return 0; }

constexpr std::array kNames = {
    game::Named{"partita", "open rows, five cells, pairs, pressed stones, tempo and threats"},
    game::Named{"none", "0 everywhere: only wins and losses count"},
    game::Named{"sweere-groups", "Sweere: every stone counts its group, relative, -99 to 99"},
    game::Named{"sweere-neighbours", "Sweere: every stone counts its neighbours of the same colour, -99 to 99"},
    game::Named{"aboukhadra", "Aboukhadra: rows, component, enclosing and chain value of the last move"},
    game::Named{"rao-fn1", "Rao: ways of the side to move to win with one move"},
    game::Named{"rao-fn2", "Rao: ways to win of both sides, and a random term from -5 to 5"},
};
constexpr std::array kFunctions = {
    evaluate_partita,    evaluate_nothing, evaluate_sweere_groups, evaluate_sweere_neighbours,
    evaluate_aboukhadra, evaluate_rao_fn1, evaluate_rao_fn2};
/// Null where the text is all there is.
constexpr std::array<decltype(&evaluate_partita), kFunctions.size()> kPrograms = {nullptr,
                                                                                  nullptr,
                                                                                  evaluate_sweere_groups_program,
                                                                                  evaluate_sweere_neighbours_program,
                                                                                  evaluate_aboukhadra_program,
                                                                                  evaluate_rao_fn1_program,
                                                                                  evaluate_rao_fn2_program};
static_assert(kNames.size() == kFunctions.size());

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return Evaluator(kFunctions[i], kPrograms[i]);
    known.emplace_back(kNames[i].name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

}  // namespace partita::games::andantino
