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

/// Guesses at the moves of one position: the game's own and the network's, each with the weight that the switches give
/// it.
template <game::Game G>
class MovePriors {
 public:
  MovePriors(const typename G::Position& pos, const MonteCarloSwitches& switches,
             const typename G::Evaluator& evaluator)
      : evaluator_(evaluator), own_weight_(static_cast<float>(switches.prior_weight)) {
    if constexpr (game::HasPriors<G>) {
      if (own_weight_ > 0) own_.emplace(pos);
    }
    if constexpr (game::HasChances<G>) {
      if (switches.net_prior > 0 && evaluator.tells_chances(pos)) {
        net_weight_ = static_cast<float>(switches.net_prior);
        after_.emplace(pos);
      }
    }
  }

  Prior of(typename G::Move move) {
    Prior prior;
    if constexpr (game::HasPriors<G>) {
      if (own_) add(prior, own_weight_, static_cast<float>(own_->of(move)));
    }
    if constexpr (game::HasChances<G>) {
      if (after_) add_chance(prior, move);
    }
    static_cast<void>(move);
    return prior;
  }

 private:
  static void add(Prior& prior, float weight, float share) {
    prior.visits += weight;
    prior.reward += weight * share;
  }
  void add_chance(Prior& prior, typename G::Move move) requires game::HasChances<G> {
    const auto mover = static_cast<game::Seat>(after_->to_move());
    const auto undo = after_->play(move);
    if (!after_->is_over() && evaluator_.tells_chances(*after_))
      add(prior, net_weight_, evaluator_.chance(*after_, mover));
    after_->retract(move, undo);
  }

  struct Nothing {};
  template <class H>
  struct PriorsOf {
    using Type = Nothing;
  };
  template <game::HasPriors H>
  struct PriorsOf<H> {
    using Type = std::optional<typename H::Priors>;
  };

  const typename G::Evaluator& evaluator_;
  float own_weight_;
  float net_weight_ = 0;
  typename PriorsOf<G>::Type own_;
  std::optional<typename G::Position> after_;  ///< the position, to play its moves in; only for the network
};

}  // namespace partita::search::montecarlo
