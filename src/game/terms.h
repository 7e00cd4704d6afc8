#pragma once

#include <concepts>
#include <string_view>
#include <vector>

namespace partita::game {

/// A part of an evaluation: so much of something, each worth `weight`. Amounts are the mover's less the others'.
struct EvaluationTerm {
  std::string_view name;
  int weight = 0;
  int amount = 0;
};

/// A game whose default evaluator is a sum of such terms, so that its weights can be fitted to played games. Always the
/// same terms in the same order; none at all where other rules than the sum decide (a win at hand, say).
template <class G>
concept HasEvaluationTerms = requires(const typename G::Position& pos) {
  { evaluation_terms(pos) } -> std::same_as<std::vector<EvaluationTerm>>;  // beside the game, found by its position
};

}  // namespace partita::game
