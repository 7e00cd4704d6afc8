#pragma once

#include "search/alphabeta/worker.h"

/// Worker: which move is tried first.
namespace partita::search {

namespace order {
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

/// Puts the table's move first if it is legal here, then killers and the counter move. Often one of them cuts off, and the
/// others need no order. Returns how many there are.
template <game::Game G>
std::size_t Worker<G>::bring_known_moves(NodeOf& n) {
  std::size_t count = 0;
  const auto bring = [&](Move move) {
    const auto front = n.moves.begin() + count;
    const auto found = std::find(front, n.moves.end(), move);
    if (found == n.moves.end()) return false;
    std::rotate(front, found, found + 1);
    ++count;
    return true;
  };
  if (switches_.tt_move && n.table_move != Move{} && !bring(n.table_move)) {
    // It came from another position with the same key.
    if (!n.is_forced) ++counts_.key_collisions;
  }
  if (n.moves.size() == 1) return count;
  const Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  if (switches_.killers) {
    for (const Move killer : frame.killers) {
      if (killer != Move{}) bring(killer);
    }
  }
  const Frame<G>* before = frame_before(n.ply);
  if (switches_.counter_moves && before != nullptr && !before->is_null) {
    const Move counter = history_.counter_to(before->slot);
    if (counter != Move{}) bring(counter);
  }
  return count;
}

/// The keys of the moves from `first` on: higher is tried earlier, and of equal ones the first.
template <game::Game G>
void Worker<G>::order_moves(const NodeOf& n, std::size_t first, OrderKeys& keys) const {
  const Frame<G>* before = frame_before(n.ply);
  const bool uses_pairs = switches_.continuation_history && before != nullptr && !before->is_null;
  for (std::size_t i = first; i < n.moves.size(); ++i) {
    const Move move = n.moves[i];
    const std::size_t slot = G::history_slot(*pos_, move);
    std::int32_t key = 0;
    if (switches_.history) key += history_.of(slot);
    if (uses_pairs) key += history_.of_pair(before->slot, slot);
    if constexpr (game::HasMoveHints<G>) {
      if (switches_.move_hints) key += order::kHintUnit * static_cast<std::int32_t>(G::move_hint(*pos_, move));
    }
    keys[i] = (static_cast<std::int64_t>(key) << 16) - static_cast<std::int64_t>(i);
  }
}

/// Brings the best of the moves from `index` on to `index`.
template <game::Game G>
void Worker<G>::pick_next(NodeOf& n, OrderKeys& keys, std::size_t index) {
  std::size_t best = index;
  std::int64_t best_key = keys[index];
  for (std::size_t i = index + 1; i < n.moves.size(); ++i) {
    if (keys[i] <= best_key) continue;
    best = i;
    best_key = keys[i];
  }
  std::swap(n.moves[index], n.moves[best]);
  std::swap(keys[index], keys[best]);
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
