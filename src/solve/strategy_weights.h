#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "game/refinements.h"
#include "solve/certificate.h"
#include "solve/rules_only.h"

namespace partita::solve {

/// How much of a certificate lies below each of its entries: the entries that lines from there pass through, counted
/// once for every line. What is heavy took the prover long. For games whose rules forget the past; it trusts the
/// certificate. One thread.
template <game::Game G>
requires(!game::HasRepetition<G>) class StrategyWeights {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;
  using Weight = std::uint64_t;

  explicit StrategyWeights(const Certificate& certificate)
      : certificate_(certificate), weights_(certificate.entries.size(), 0) {}

  /// By entry, for those that lines from this position reach; the others' is 0.
  std::vector<Weight> below(const Position& start) {
    if (!start.is_over()) at(start);
    return weights_;
  }

 private:
  static constexpr Weight kMost = Weight{1} << 40;

  Weight at(const Position& pos) {
    const auto met = by_key_.find(pos.key());
    if (met != by_key_.end()) return met->second;
    const Weight weight = pos.to_move() == certificate_.claim.winner ? at_winner(pos) : at_loser(pos);
    by_key_[pos.key()] = weight;
    return weight;
  }
  Weight at_winner(const Position& pos) {
    if (can_win_at_once<G>(pos)) return 0;
    CanonicalText name{G::Notation::write_position(pos), 0};
    if (certificate_.images_left_out) name = canonical_text<G>(pos);
    const auto entry = find_entry(certificate_, name.text);
    if (!entry) return 0;
    if (weights_[*entry] != 0) return weights_[*entry];
    const auto reply = turned_reply<G>(pos, name.symmetry, certificate_.entries[*entry].second);
    const Weight weight = reply ? 1 + after(pos, *reply) : 1;
    weights_[*entry] = weight;
    return weight;
  }
  Weight at_loser(const Position& pos) {
    Weight sum = 0;
    for (const Move move : moves_to_follow<G>(pos)) sum = std::min(kMost, sum + after(pos, move));
    return sum;
  }
  Weight after(const Position& pos, Move move) {
    Position next = game::position_after(pos, move);
    return next.is_over() ? 0 : at(next);
  }

  const Certificate& certificate_;
  std::vector<Weight> weights_;
  std::unordered_map<game::Key, Weight> by_key_;
};

}  // namespace partita::solve
