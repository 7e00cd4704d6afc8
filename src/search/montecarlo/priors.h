#pragma once

#include <optional>

#include "game/playout.h"

namespace partita::search::montecarlo {

/// What a game guesses of the moves of one position, in whichever way it offers that; nothing where it offers none or
/// they are not wanted.
template <game::Game G>
class MovePriors {
 public:
  MovePriors(const typename G::Position& pos, bool wanted) : pos_(pos), wanted_(wanted) {
    if constexpr (game::HasSharedPriors<G>) {
      if (wanted) shared_.emplace(pos);
    }
  }

  std::optional<float> of(typename G::Move move) const {
    if (!wanted_) return std::nullopt;
    if constexpr (game::HasSharedPriors<G>) {
      return shared_->of(move);
    } else if constexpr (game::HasTreePrior<G>) {
      return static_cast<float>(G::tree_prior(pos_, move));
    }
    return std::nullopt;
  }

 private:
  struct Nothing {};
  template <class H>
  struct SharedOf {
    using Type = Nothing;
  };
  template <game::HasSharedPriors H>
  struct SharedOf<H> {
    using Type = std::optional<typename H::Priors>;
  };

  const typename G::Position& pos_;
  bool wanted_;
  typename SharedOf<G>::Type shared_;
};

}  // namespace partita::search::montecarlo
