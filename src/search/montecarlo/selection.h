#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/node.h"

namespace partita::search::montecarlo {

/// The value by which children are compared on the way down: UCB1 (Auer et al. 2002), and with AMAF the blend of a move's
/// own mean Q and its AMAF mean A, (1 - beta) Q + beta A with beta = k / (k + visits). That is the minimum-MSE schedule of
/// Gelly and Silver (2011) for AMAF counts far above the visits, as they are when nearly every simulation credits every
/// cell. Read only after construction: any worker.
class SelectionFormula {
 public:
  explicit SelectionFormula(const MonteCarloSwitches& switches)
      : uses_amaf_(switches.selection == Selection::kAmaf),
        exploration_(static_cast<float>(switches.exploration)),
        first_play_(static_cast<float>(switches.first_play)),
        bias_(static_cast<float>(switches.amaf_bias)) {
    for (std::size_t n = 0; n < kTableSize; ++n) {
      beta_[n] = exact_beta(static_cast<float>(n));
      spread_[n] = exact_spread(static_cast<float>(n));
    }
  }

  /// What depends on the parent alone.
  float parent_factor(std::uint32_t parent_visits) const {
    return exploration_ == 0 ? 0 : exploration_ * std::sqrt(std::log(static_cast<float>(parent_visits) + 1));
  }

  template <class Move>
  float value(const Node<Move>& child, float factor) const {
    const std::uint32_t visits = child.visits.load(std::memory_order_relaxed);
    if (!uses_amaf_) {
      return visits == 0 ? first_play_ + factor : mean(child, visits) + factor * spread(visits);
    }
    const float amaf_visits = child.amaf_visits.load(std::memory_order_relaxed);
    if (amaf_visits == 0) return (visits == 0 ? first_play_ : mean(child, visits)) + factor * spread(visits);
    const float amaf = child.amaf_reward.load(std::memory_order_relaxed) / amaf_visits;
    if (visits == 0) return amaf + factor * spread(0);
    const float own = mean(child, visits);
    return own + beta(visits) * (amaf - own) + factor * spread(visits);
  }

 private:
  static constexpr std::size_t kTableSize = 4096;

  template <class Move>
  static float mean(const Node<Move>& child, std::uint32_t visits) {
    return static_cast<float>(child.reward.load(std::memory_order_relaxed)) / static_cast<float>(visits);
  }
  float exact_beta(float visits) const { return bias_ == 0 ? 0 : bias_ / (bias_ + visits); }
  static float exact_spread(float visits) { return 1.0F / std::sqrt(visits + 1); }
  float beta(std::uint32_t visits) const {
    return visits < kTableSize ? beta_[visits] : exact_beta(static_cast<float>(visits));
  }
  float spread(std::uint32_t visits) const {
    return visits < kTableSize ? spread_[visits] : exact_spread(static_cast<float>(visits));
  }

  bool uses_amaf_;
  float exploration_;
  float first_play_;
  float bias_;
  std::array<float, kTableSize> beta_;
  std::array<float, kTableSize> spread_;
};

}  // namespace partita::search::montecarlo
