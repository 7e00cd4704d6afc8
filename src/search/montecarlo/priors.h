#pragma once

#include <optional>

#include "game/refinements.h"
#include "search/montecarlo/montecarlo_switches.h"

namespace partita::search::montecarlo {

/// What is guessed of a move before it was tried, as if it had been tried so often.
struct Prior {
  float visits = 0;
  float reward = 0;  ///< of all those visits together
};

/// The game's own guesses at the moves of one position, with the weight that the switches give them.
template <game::Game G>
class MovePriors {
 public:
  MovePriors(const typename G::Position& pos, const MonteCarloSwitches& switches)
      : weight_(static_cast<float>(switches.prior_weight)) {
    if constexpr (game::HasPlayout<G>) {
      if (weight_ > 0) own_.emplace(pos);
    }
  }

  Prior of(typename G::Move move) const {
    if constexpr (game::HasPlayout<G>) {
      if (own_) return {weight_, weight_ * static_cast<float>(own_->of(move))};
    }
    static_cast<void>(move);
    return {};
  }

 private:
  struct Nothing {};
  template <class H>
  struct PriorsOf {
    using Type = Nothing;
  };
  template <game::HasPlayout H>
  struct PriorsOf<H> {
    using Type = std::optional<typename H::Priors>;
  };

  float weight_;
  typename PriorsOf<G>::Type own_;
};

}  // namespace partita::search::montecarlo
