#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/concept.h"

namespace partita::search {

/// How often moves cut off, by the game's own slots; by pairs of consecutive moves; and the last refutation of each
/// move. One per thread.
template <game::Game G>
class History {
 public:
  using Move = typename G::Move;

  History() : butterfly_(G::kHistorySlots), counter_(G::kHistorySlots) {}

  void clear() {
    std::fill(butterfly_.begin(), butterfly_.end(), std::int16_t{0});
    std::fill(counter_.begin(), counter_.end(), Move{});
    std::fill(pairs_.begin(), pairs_.end(), std::int16_t{0});
  }
  /// Between searches old experience fades.
  void fade() {
    for (std::int16_t& value : butterfly_) value = static_cast<std::int16_t>(value / 2);
  }
  void use_pairs() {
    if (pairs_.empty()) pairs_.resize(kPairSide * kPairSide);
  }

  const std::int16_t* by_slot() const { return butterfly_.data(); }
  std::int32_t of(std::size_t slot) const { return butterfly_[slot]; }
  std::int32_t of_pair(std::size_t before, std::size_t slot) const { return pairs_[pair_index(before, slot)]; }
  Move counter_to(std::size_t before) const { return counter_[before]; }

  void reward(std::size_t slot, int bonus) { move_towards(butterfly_[slot], bonus); }
  void reward_pair(std::size_t before, std::size_t slot, int bonus) {
    move_towards(pairs_[pair_index(before, slot)], bonus);
  }
  void set_counter(std::size_t before, Move move) { counter_[before] = move; }

  static int bonus_at(int depth) { return std::min(depth * depth * 4 + 8 * depth, 1200); }
  static constexpr int kLimit = 16384;

 private:
  /// Pairs of slots are folded into a square of this side; games with more slots share places.
  static constexpr std::size_t kPairSide = std::min<std::size_t>(G::kHistorySlots, 1024);

  static std::size_t pair_index(std::size_t before, std::size_t slot) {
    return (before % kPairSide) * kPairSide + slot % kPairSide;
  }
  template <class Value>
  static void move_towards(Value& value, int bonus) {
    value = static_cast<Value>(value + bonus - value * std::abs(bonus) / kLimit);
  }

  std::vector<std::int16_t> butterfly_;
  std::vector<Move> counter_;
  std::vector<std::int16_t> pairs_;
};

}  // namespace partita::search
