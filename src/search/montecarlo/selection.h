#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/loose_access.h"
#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/node.h"

namespace partita::search::montecarlo {

/// The value by which children are compared on the way down: UCB1 (Auer et al. 2002), and with AMAF the blend of a
/// move's own mean Q and its AMAF mean A, (1 - beta) Q + beta A with beta = k / (k + visits). That is the minimum-MSE
/// schedule of Gelly and Silver (2011) for AMAF counts far above the visits, as they are when nearly every simulation
/// credits every cell. Every node starts with a trace of AMAF worth first_play, so the formula needs no cases: without
/// visits beta is 1, and for UCT it is 0 from the first visit on. Read only after construction: any worker.
class SelectionFormula {
 public:
  explicit SelectionFormula(const MonteCarloSwitches& switches)
      : exploration_(static_cast<float>(switches.exploration)),
        bias_(switches.selection != Selection::kUct ? static_cast<float>(switches.amaf_bias) : 0) {
    for (std::size_t n = 0; n < kTableSize; ++n) {
      beta_[n] = exact_beta(static_cast<float>(n));
      spread_[n] = exact_spread(static_cast<float>(n));
    }
  }

  /// What depends on the parent alone.
  float parent_factor(std::uint32_t parent_visits) const {
    return exploration_ == 0 ? 0 : exploration_ * std::sqrt(std::log(static_cast<float>(parent_visits) + 1));
  }

  /// What a child that was never visited is worth beyond its AMAF mean: the formula below comes to that then, and on
  /// large boards most children are of this kind.
  float untried_bonus(float factor) const { return factor * spread_[0]; }

  template <class Move>
  float value(const Node<Move>& child, float amaf, float factor) const {
    const std::uint32_t visits = base::load_loosely(child.visits);
    const float own =
        static_cast<float>(base::load_loosely(child.reward)) / static_cast<float>(std::max(visits, std::uint32_t{1}));
    return own + beta(visits) * (amaf - own) + factor * spread(visits);
  }

 private:
  static constexpr std::size_t kTableSize = 4096;

  float exact_beta(float visits) const { return visits == 0 ? 1 : bias_ / (bias_ + visits); }
  static float exact_spread(float visits) { return 1.0F / std::sqrt(visits + 1); }
  float beta(std::uint32_t visits) const {
    return visits < kTableSize ? beta_[visits] : exact_beta(static_cast<float>(visits));
  }
  float spread(std::uint32_t visits) const {
    return visits < kTableSize ? spread_[visits] : exact_spread(static_cast<float>(visits));
  }

  float exploration_;
  float bias_;
  std::array<float, kTableSize> beta_;
  std::array<float, kTableSize> spread_;
};

}  // namespace partita::search::montecarlo
