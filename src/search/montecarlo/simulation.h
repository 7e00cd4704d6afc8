#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "game/refinements.h"
#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/proven_result.h"

namespace partita::search::montecarlo {

/// Which moves a simulation credits by AMAF, and how they are numbered: by the game's hook, else by its history slots.
template <game::Game G>
constexpr std::size_t amaf_slot_count() {
  if constexpr (game::HasPlayout<G>) {
    return G::kAmafSlots;
  } else {
    return G::kHistorySlots;
  }
}
template <game::Game G>
std::uint16_t amaf_slot(const typename G::Position& pos, typename G::Move move) {
  static_assert(amaf_slot_count<G>() <= 65536);
  if constexpr (game::HasPlayout<G>) {
    return static_cast<std::uint16_t>(G::amaf_slot(pos, move));
  } else {
    return static_cast<std::uint16_t>(G::history_slot(pos, move));
  }
}

/// A chosen subset of the legal moves in which a best one is found: what forces is played, what loses at once is not.
/// kWon: the one move told wins. kLost: every move loses at once, and the list holds them all. REQUIRES:
/// !pos.is_over(), an empty list.
template <game::Game G>
game::Threat generate_sensible_moves(const typename G::Position& pos, game::MoveList<G>& moves) {
  if constexpr (game::HasThreats<G>) {
    const auto win = G::immediate_win(pos);
    if (win != typename G::Move{}) {
      moves.push_back(win);
      return game::Threat::kWon;
    }
    const game::Threat replies = G::forced_replies(pos, moves);
    if (replies == game::Threat::kForced) return replies;
    moves.clear();
    G::generate_moves(pos, moves);
    return replies;
  }
  G::generate_moves(pos, moves);
  return game::Threat::kNone;
}

/// Values leaves: finishes the game at random, or asks the evaluator. One per worker, one thread.
template <game::Game G>
class Simulation {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Simulation(const MonteCarloSwitches& switches, const typename G::Evaluator& evaluator)
      : switches_(switches), evaluator_(evaluator) {}

  /// What a simulation is worth to everybody; `pos` is left somewhere. REQUIRES: !pos.is_over().
  Reward run(Position& pos, game::Seat root, base::Random& random) {
    slots_.clear();
    if constexpr (game::HasPlayout<G>) {
      if (switches_.playout != LeafValue::kEvaluate && switches_.playout_plies == 0) return hooked(pos, random);
    }
    shares_ = switches_.playout == LeafValue::kEvaluate ? evaluated(pos, root, random) : played_out(pos, root, random);
    return shares_;
  }

  /// Everybody's share of the point in the last run, without margins.
  const Reward& shares() const { return shares_; }

  /// Slots of what the last run credits; valid until the next.
  const std::vector<std::uint16_t>& slots() const { return slots_; }

  /// Shares of a finished game.
  static Reward payoffs(const Position& pos) {
    Reward reward{};
    for (int seat = 0; seat < pos.seat_count(); ++seat) {
      reward[static_cast<std::size_t>(seat)] =
          static_cast<float>(pos.payoff(static_cast<game::Seat>(seat))) / static_cast<float>(game::kPoint);
    }
    return reward;
  }

 private:
  /// Some rule sets let random games go on for ever, and a search must be able to stop.
  static constexpr int kLongestPlayout = 1000;

  Reward hooked(const Position& pos, base::Random& random) requires game::HasPlayout<G> {
    G::playout(pos, policy(), random, playout_);
    slots_.assign(playout_.slots.begin(), playout_.slots.end());
    Reward reward{};
    const float weight = static_cast<float>(switches_.margin_weight);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(pos.seat_count()); ++seat) {
      shares_[seat] = static_cast<float>(playout_.payoff[seat]) / static_cast<float>(game::kPoint);
      reward[seat] = (1 - weight) * shares_[seat] + weight * (0.5F + 0.5F * playout_.margin[seat]);
    }
    return reward;
  }
  Reward played_out(Position& pos, game::Seat root, base::Random& random) {
    const int last_ply = switches_.playout_plies == 0 ? kLongestPlayout : switches_.playout_plies;
    for (int ply = 0; !pos.is_over(); ++ply) {
      if (ply >= last_ply) return evaluated(pos, root, random);
      const Move move = choose(pos, random);
      slots_.push_back(amaf_slot<G>(pos, move));
      pos.play(move);
    }
    return payoffs(pos);
  }
  Move choose(const Position& pos, base::Random& random) {
    game::MoveList<G> moves;
    generate_sensible_moves<G>(pos, moves);
    const auto any = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
    const Move first = any();
    if constexpr (game::HasMoveHints<G>) {
      if (switches_.playout == LeafValue::kBiased) {
        const Move second = any();
        return G::move_hint(pos, second) > G::move_hint(pos, first) ? second : first;
      }
    }
    return first;
  }

  Reward evaluated(const Position& pos, game::Seat root, base::Random& random) {
    game::EvalContext<Move> context;
    context.root = root;
    context.random = &random;
    Reward reward{};
    double sum = 0;
    for (int seat = 0; seat < pos.seat_count(); ++seat) {
      const double score = evaluator_.evaluate(pos, static_cast<game::Seat>(seat), context);
      const double share = 1.0 / (1.0 + std::exp(-score / switches_.eval_scale));
      reward[static_cast<std::size_t>(seat)] = static_cast<float>(share);
      sum += share;
    }
    for (float& share : reward) share = static_cast<float>(share / sum);
    return reward;
  }

  game::PlayoutPolicy policy() const {
    return switches_.playout == LeafValue::kBiased ? game::PlayoutPolicy::kBiased : game::PlayoutPolicy::kUniform;
  }

  struct NoPlayout {};
  template <class H>
  struct PlayoutOf {
    using Type = NoPlayout;
  };
  template <game::HasPlayout H>
  struct PlayoutOf<H> {
    using Type = game::Playout<H>;
  };

  const MonteCarloSwitches& switches_;
  const typename G::Evaluator& evaluator_;
  std::vector<std::uint16_t> slots_;
  Reward shares_{};
  typename PlayoutOf<G>::Type playout_;
};

}  // namespace partita::search::montecarlo
