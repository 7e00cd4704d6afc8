#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "search/alphabeta/worker.h"

/// Worker: which move is tried first.
namespace partita::search {

/// Fills n.moves unless the win test left the forced replies there. Where the game can tell a legal move without listing
/// them, only the favourites for now: they often cut off.
template <game::Game G>
void Worker<G>::generate(NodeOf& n) {
  if constexpr (game::HasLegalTest<G>) {
    if (!n.is_forced && !switches_.multi_cut) return list_favourites(n);
  }
  n.is_listed = true;
  if (!n.is_forced) G::generate_moves(*pos_, n.moves);
}

/// The table's move, the killers and the counter move, in this order, if they are legal here.
template <game::Game G>
void Worker<G>::list_favourites(NodeOf& n) {
  if constexpr (game::HasLegalTest<G>) {
    const auto add = [&](Move move) {
      if (move == Move{} || std::find(n.moves.begin(), n.moves.end(), move) != n.moves.end()) return true;
      if (!G::is_legal(*pos_, move)) return false;
      n.moves.push_back(move);
      return true;
    };
    // A table move that is not legal came from another position with the same key.
    if (switches_.tt_move && !add(n.table_move)) ++counts_.key_collisions;
    const Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
    if (switches_.killers) {
      for (const Move killer : frame.killers) add(killer);
    }
    const Frame<G>* before = frame_before(n.ply);
    if (switches_.counter_moves && before != nullptr && !before->is_null) add(history_.counter_to(before->slot));
  }
}

/// The favourites did not cut off: every other legal move behind them.
template <game::Game G>
void Worker<G>::list_the_rest(NodeOf& n) {
  game::MoveList<G> all;
  G::generate_moves(*pos_, all);
  Move* end = all.end();
  for (const Move favourite : n.moves) {
    Move* const found = std::find(all.begin(), end, favourite);
    if (found != end) end = std::copy(found + 1, end, found);
  }
  for (const Move* move = all.begin(); move != end; ++move) n.moves.push_back(*move);
  n.is_listed = true;
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

namespace order {

/// One way to ask for hints, whether or not the game works out what they share.
template <game::Game G>
struct EachHint {
  const typename G::Position& pos;
  int of(typename G::Move move) const {
    if constexpr (game::HasMoveHints<G>) return static_cast<int>(G::move_hint(pos, move));
    static_cast<void>(move);
    return 0;
  }
};
template <game::Game G>
auto hints_at(const typename G::Position& pos) {
  if constexpr (game::HasSharedHints<G>) {
    return typename G::Hints(pos);
  } else {
    return EachHint<G>{pos};
  }
}

}  // namespace order

/// The keys of the moves from `first` on: higher is tried earlier, and of equal ones the first.
template <game::Game G>
void Worker<G>::order_moves(const NodeOf& n, std::size_t first, OrderKeys& keys) const {
  const Frame<G>* before = frame_before(n.ply);
  const bool uses_pairs = switches_.continuation_history && before != nullptr && !before->is_null;
  const auto hints = order::hints_at<G>(*pos_);
  for (std::size_t i = first; i < n.moves.size(); ++i) {
    const Move move = n.moves[i];
    const std::size_t slot = G::history_slot(*pos_, move);
    std::int32_t key = 0;
    if (switches_.history) key += history_.of(slot);
    if (uses_pairs) key += history_.of_pair(before->slot, slot);
    if (switches_.move_hints) key += order::kHintUnit * hints.of(move);
    keys[i] = order::make_key<G>(key, i);
  }
}

/// Brings the best of the moves from `index` on to `index`. Just above the leaves, where the best few did not cut off, the
/// order of the rest is not worth finding.
template <game::Game G>
void Worker<G>::pick_next(NodeOf& n, OrderKeys& keys, std::size_t index) {
  constexpr std::size_t kPicksAtLeaves = 8;
  if (n.depth <= 1 && index >= kPicksAtLeaves) return;
  order::Key<G> best_key = keys[index];
  for (std::size_t i = index + 1; i < n.moves.size(); ++i) best_key = std::max(best_key, keys[i]);
  std::size_t best = index;
  while (keys[best] != best_key) ++best;
  std::swap(n.moves[index], n.moves[best]);
  std::swap(keys[index], keys[best]);
}

/// Where the game asks for it, the move after `index` is chosen before that one is searched, and memory asked for its place
/// in the table meanwhile. Says how many moves are chosen.
template <game::Game G>
std::size_t Worker<G>::look_ahead(NodeOf& n, OrderKeys& keys, std::size_t index, std::size_t ordered_from) const {
  const std::size_t next = index + 1;
  if constexpr (game::LooksAhead<G>) {
    if (next < n.moves.size() && next != ordered_from) {
      if (next > ordered_from) pick_next(n, keys, next);
      expect(n.moves[next]);
      return next + 1;
    }
  }
  static_cast<void>(n);
  static_cast<void>(keys);
  static_cast<void>(ordered_from);
  return next;
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
