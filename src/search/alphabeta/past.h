#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "game/refinements.h"
#include "search/task.h"

namespace partita::search {

/// What a position that occurs again means where the rules say nothing about it.
enum class Cycles : std::uint8_t { kIgnored, kDraw };

/// The positions before the present one, in the game and in the line a search is in, where the rules know repetition or
/// cycles count as draws; nothing elsewhere. The caller tells it of every ply. One thread.
template <game::Game G>
class Past {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;

  void begin(const Task<G>& task, Cycles cycles) {
    keys_.clear();
    sums_.assign(1, 0);
    kept_.fill(0);
    if constexpr (game::HasRepetition<G>) {
      limit_ = task.pos.repetition_limit();
      draws_cycles_ = limit_ == 0 && cycles == Cycles::kDraw;
    }
    if (!is_kept()) return;
    for (const game::Key key : task.earlier_keys) push(key);
  }
  /// Whether the rules know repetition.
  bool matters() const { return limit_ > 0; }

  /// Before a ply is played in `pos`, and after it was taken back.
  void push(const Position& pos) {
    if (is_kept()) push(pos.key());
  }
  void pop() {
    if (!is_kept()) return;
    --kept_[slot(keys_.back())];
    keys_.pop_back();
    sums_.pop_back();
  }

  /// Whether the position occurred before, under rules without repetition. The side that is ahead gains nothing by
  /// repeating, and shuffles to the end of the game unless a search counts that as a draw.
  bool is_cycle(const Position& pos) const {
    if (!draws_cycles_ || !may_be_kept(pos.key())) return false;
    const auto first = keys_.end() - static_cast<std::ptrdiff_t>(window(pos));
    return std::find(first, keys_.end(), pos.key()) != keys_.end();
  }
  /// Whether the game is over because the position has occurred so often.
  bool ends(const Position& pos) const { return matters() && occurs_often_enough(pos.key(), window(pos)); }
  /// Whether it is over after this move. REQUIRES: `pos` is the present position.
  bool ends_after(const Position& pos, Move move) const {
    if (!matters()) return false;
    if constexpr (game::HasMoveProbe<G>) {
      return occurs_often_enough(G::child_key(pos, move), window(pos));
    } else {
      Position after = game::position_after(pos, move);
      return occurs_often_enough(after.key(), window(pos));
    }
  }

  /// Names the positions that could occur again from here on, each as often as it has occurred: what a proof depends on
  /// besides the position. 0 if there are none.
  game::Key recurrable(const Position& pos) const {
    const std::size_t back = window(pos);
    return back == 0 ? 0 : base::mix64(sums_.back() - sums_[sums_.size() - 1 - back]) | 1U;
  }

 private:
  void push(game::Key key) {
    ++kept_[slot(key)];
    keys_.push_back(key);
    sums_.push_back(sums_.back() + key);
  }
  /// How many of the last positions could occur again: those since the last irreversible ply.
  std::size_t window(const Position& pos) const {
    if constexpr (game::HasRepetition<G>)
      return std::min(static_cast<std::size_t>(pos.reversible_plies()), keys_.size());
    return 0;
  }
  bool occurs_often_enough(game::Key key, std::size_t back) const {
    if (!may_be_kept(key)) return false;
    int seen = 1;
    for (std::size_t i = keys_.size() - back; i < keys_.size(); ++i) {
      if (keys_[i] == key && ++seen >= limit_) return true;
    }
    return false;
  }

  /// Nearly every position is new. Keys are counted by their low bits, so that the keys of a long game are seldom
  /// searched.
  static constexpr std::size_t kSlots = 1024;
  static std::size_t slot(game::Key key) { return static_cast<std::size_t>(key % kSlots); }
  bool may_be_kept(game::Key key) const { return kept_[slot(key)] > 0; }

  bool is_kept() const { return limit_ > 0 || draws_cycles_; }

  int limit_ = 0;
  bool draws_cycles_ = false;
  std::vector<game::Key> keys_;
  std::array<std::uint32_t, kSlots> kept_{};
  std::vector<game::Key> sums_;  ///< of the keys before each place
};

}  // namespace partita::search
