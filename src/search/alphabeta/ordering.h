#pragma once

#include "search/alphabeta/worker.h"

/// Worker: which move is tried first.
namespace partita::search {

namespace order {
inline constexpr std::int32_t kFirstKiller = 1 << 28;
inline constexpr std::int32_t kSecondKiller = kFirstKiller - 1;
inline constexpr std::int32_t kCounterMove = kFirstKiller - 2;
inline constexpr std::int32_t kHintUnit = 64;  ///< what a point of a game's hint weighs against history
}  // namespace order

/// Fills n.moves unless the win test left the forced replies there.
template <game::Game G>
void Worker<G>::generate(NodeOf& n) {
  if (!n.is_forced) G::generate_moves(*pos_, n.moves);
}

/// The frame of the ply before, or null at the root.
template <game::Game G>
const Frame<G>* Worker<G>::frame_before(int ply) const {
  return ply > 0 ? &frames_[static_cast<std::size_t>(ply) - 1] : nullptr;
}

/// Puts the table's move first if it is legal here. Often it cuts off, and the others need no order.
template <game::Game G>
bool Worker<G>::bring_table_move(NodeOf& n) {
  if (!switches_.tt_move || n.table_move == Move{}) return false;
  const auto found = std::find(n.moves.begin(), n.moves.end(), n.table_move);
  if (found == n.moves.end()) {
    // It came from another position with the same key.
    if (!n.is_forced) ++counts_.key_collisions;
    return false;
  }
  std::rotate(n.moves.begin(), found, found + 1);
  return true;
}

/// The keys of the moves from `first` on: higher is tried earlier.
template <game::Game G>
void Worker<G>::order_moves(const NodeOf& n, std::size_t first, OrderKeys& keys) const {
  const Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  const Frame<G>* before = frame_before(n.ply);
  const bool follows = before != nullptr && !before->is_null;
  const Move counter = switches_.counter_moves && follows ? history_.counter_to(before->slot) : Move{};
  for (std::size_t i = first; i < n.moves.size(); ++i) {
    const Move move = n.moves[i];
    std::int32_t key = 0;
    if (switches_.killers && move == frame.killers[0]) {
      key = order::kFirstKiller;
    } else if (switches_.killers && move == frame.killers[1]) {
      key = order::kSecondKiller;
    } else if (counter != Move{} && move == counter) {
      key = order::kCounterMove;
    } else {
      const std::size_t slot = G::history_slot(*pos_, move);
      if (switches_.history) key += history_.of(slot);
      if (switches_.continuation_history && follows) key += history_.of_pair(before->slot, slot);
      if constexpr (game::HasMoveHints<G>) {
        if (switches_.move_hints) key += order::kHintUnit * static_cast<std::int32_t>(G::move_hint(*pos_, move));
      }
    }
    keys[i] = key;
  }
}

/// Brings the best of the moves from `index` on to `index`; equal ones keep their order.
template <game::Game G>
void Worker<G>::pick_next(NodeOf& n, OrderKeys& keys, std::size_t index) const {
  std::size_t best = index;
  for (std::size_t i = index + 1; i < n.moves.size(); ++i) {
    if (keys[i] > keys[best]) best = i;
  }
  if (best == index) return;
  const Move move = n.moves[best];
  const std::int32_t key = keys[best];
  for (std::size_t i = best; i > index; --i) {
    n.moves[i] = n.moves[i - 1];
    keys[i] = keys[i - 1];
  }
  n.moves[index] = move;
  keys[index] = key;
}

/// The move at `index` cut off: it is remembered, and those tried in vain before it are held against themselves.
template <game::Game G>
void Worker<G>::reward_cutoff(const NodeOf& n, std::size_t index) {
  if (n.is_forced) return;
  const Move move = n.moves[index];
  Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  if (switches_.killers && move != frame.killers[0]) {
    frame.killers[1] = frame.killers[0];
    frame.killers[0] = move;
  }
  const Frame<G>* before = frame_before(n.ply);
  const bool follows = before != nullptr && !before->is_null;
  if (switches_.counter_moves && follows) history_.set_counter(before->slot, move);
  if (!switches_.history && !switches_.continuation_history) return;
  const int bonus = History<G>::bonus_at(n.depth);
  for (std::size_t i = 0; i <= index; ++i) {
    const int change = i == index ? bonus : -bonus;
    const std::size_t slot = G::history_slot(*pos_, n.moves[i]);
    if (switches_.history) history_.reward(slot, change);
    if (switches_.continuation_history && follows) history_.reward_pair(before->slot, slot, change);
  }
}

}  // namespace partita::search
