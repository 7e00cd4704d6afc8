#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <vector>

#include "game/types.h"

namespace partita::game {

/// A part of an evaluation: so much of something, each worth `weight`. Amounts are the mover's less the others'. Terms
/// that belong together are named alike up to a colon: "escapes in two: 3".
struct EvaluationTerm {
  std::string_view name;
  int weight = 0;
  double amount = 0;
};

/// Terms by their places in the list, the first as the lowest bit.
using TermSet = std::uint64_t;

/// What these terms are worth to the mover together.
inline Score worth_of(const std::vector<EvaluationTerm>& terms, TermSet which) {
  double sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if ((which >> i & 1U) != 0) sum += terms[i].weight * terms[i].amount;
  }
  return static_cast<Score>(std::lround(sum));
}

/// A game whose default evaluator is a sum of such terms (but for rounding), so that its weights can be fitted to
/// played games. Always the same terms in the same order, 64 at most; none at all where other rules than the sum decide
/// (a win at hand, say).
template <class G>
concept HasEvaluationTerms = requires(const typename G::Position& pos) {
  { evaluation_terms(pos) } -> std::same_as<std::vector<EvaluationTerm>>;  // beside the game, found by its position
};

/// The default evaluator can leave terms out: what each is worth shows in play.
template <class G>
concept HasTermSwitches = HasEvaluationTerms<G> && requires(typename G::Evaluator& evaluator, TermSet terms) {
  { evaluator.leave_out(terms) } -> std::same_as<void>;
};

}  // namespace partita::game
