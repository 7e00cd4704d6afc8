#pragma once

#include <cmath>
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

}  // namespace partita::game
