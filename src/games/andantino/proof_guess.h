#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "game/refinements.h"

namespace partita::games::andantino {

/// What a leaf counts in a proof search if its value is 0 and nobody must look at all of its moves. Eight, so that a
/// guess can also be that there is less to do than usual.
inline constexpr std::uint32_t kProofUnit = 8;

/// A factor that grows by e with every so many points of a value, which is held within three times as many. Multiplied
/// by kOneOfGrowth, whole numbers that come out the same everywhere.
inline constexpr std::uint32_t kOneOfGrowth = 1U << 16;
template <int Points>
inline constexpr std::array<std::uint32_t, 6 * Points + 1> kGrowth = [] {
  std::array<std::uint32_t, 6 * Points + 1> table{};
  for (int i = 0; i <= 6 * Points; ++i) {
    const double exponent = static_cast<double>(i) / Points - 3;
    double power = 1;
    double term = 1;
    for (int n = 1; n < 40; ++n) power += term *= exponent / n;
    table[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(power * kOneOfGrowth);
  }
  return table;
}();
template <int Points>
constexpr std::uint64_t growth(game::Score value) {
  return kGrowth<Points>[static_cast<std::size_t>(std::clamp(value, -3 * Points, 3 * Points) + 3 * Points)];
}

/// Whoever must look at every move has as much to do as there are moves, less where the value promises success. Points
/// for a factor of e were found by the nodes of 42 proofs: that a refutation is near shows in the value more clearly
/// than that a win is.
inline game::ProofGuess proof_guess(game::Score attackers_value, bool is_attackers_turn, int moves) {
  constexpr int kProofPoints = 200;
  constexpr int kDisproofPoints = 100;
  const auto number = [](std::uint64_t factor, int leaves) {
    const std::uint64_t product = factor * kProofUnit * static_cast<std::uint64_t>(std::max(leaves, 1)) / kOneOfGrowth;
    return static_cast<std::uint32_t>(std::max<std::uint64_t>(product, 1));
  };
  return {number(growth<kProofPoints>(-attackers_value), is_attackers_turn ? 1 : moves),
          number(growth<kDisproofPoints>(attackers_value), is_attackers_turn ? moves : 1)};
}

}  // namespace partita::games::andantino
