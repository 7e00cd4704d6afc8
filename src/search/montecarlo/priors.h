#pragma once

#include <optional>

#include "game/refinements.h"

namespace partita::search::montecarlo {

/// What a game guesses of the moves of one position; nothing where it offers none or they are not wanted.
template <game::Game G>
class MovePriors {
 public:
  MovePriors(const typename G::Position& pos, bool wanted) {
    if constexpr (game::HasPriors<G>) {
      if (wanted) priors_.emplace(pos);
    }
    static_cast<void>(pos);
    static_cast<void>(wanted);
  }

  std::optional<float> of(typename G::Move move) const {
    if constexpr (game::HasPriors<G>) {
      if (priors_) return static_cast<float>(priors_->of(move));
    }
    static_cast<void>(move);
    return std::nullopt;
  }

 private:
  struct Nothing {};
  template <class H>
  struct PriorsOf {
    using Type = Nothing;
  };
  template <game::HasPriors H>
  struct PriorsOf<H> {
    using Type = std::optional<typename H::Priors>;
  };

  typename PriorsOf<G>::Type priors_;
};

}  // namespace partita::search::montecarlo
