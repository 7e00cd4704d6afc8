#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "search/alphabeta/negamax_tree.h"

/// NegamaxTree: which move is tried first.
namespace partita::search {

/// Fills n.moves unless the win test left the forced replies there. Where the game can tell a legal move without
/// listing them, not yet: the favourites are tried first, and often cut off.
template <game::Game G>
void NegamaxTree<G>::generate(NodeOf& n) {
  const Frame<G>* before = frame_before(n.ply);
  if (switches_.counter_moves && before != nullptr && !before->is_null) n.counter = history_.counter_to(before->slot);
  if constexpr (game::HasMoveProbe<G>) {
    if (!n.is_forced && !switches_.multi_cut) return;
  }
  n.is_listed = true;
  if (!n.is_forced) G::generate_moves(*pos_, n.moves);
}

/// The table's move, the killers and the counter move, in this order; Move{} where there is none.
template <game::Game G>
typename G::Move NegamaxTree<G>::favourite(const NodeOf& n, int which) const {
  if (which == 0) return switches_.tt_move ? n.table_move : Move{};
  if (which == kFavourites - 1) return n.counter;
  return switches_.killers ? frames_[static_cast<std::size_t>(n.ply)].killers[static_cast<std::size_t>(which) - 1]
                           : Move{};
}

/// Appends the next favourite that is legal here and not among n.moves; false if there is none left.
template <game::Game G>
bool NegamaxTree<G>::add_favourite(NodeOf& n) {
  if constexpr (game::HasMoveProbe<G>) {
    while (n.favourites_seen < kFavourites) {
      const int which = n.favourites_seen++;
      const Move move = favourite(n, which);
      if (move == Move{} || std::find(n.moves.begin(), n.moves.end(), move) != n.moves.end()) continue;
      if (G::is_legal(*pos_, move)) {
        n.moves.push_back(move);
        return true;
      }
      // A table move that is not legal came from another position with the same key.
      if (which == 0) ++counts_.key_collisions;
    }
  }
  return false;
}

/// The favourites did not cut off: every other legal move behind them, with its key.
template <game::Game G>
void NegamaxTree<G>::list_the_rest(NodeOf& n, OrderKeys& keys) {
  n.is_listed = true;
  if constexpr (game::HasSharedSets<G>) {
    if (switches_.history && switches_.move_hints && !switches_.continuation_history) return rank_the_rest(n, keys);
  }
  const std::size_t first = n.moves.size();
  game::MoveList<G> all;
  G::generate_moves(*pos_, all);
  Move* end = all.end();
  for (const Move favourite : n.moves) {
    Move* const found = std::find(all.begin(), end, favourite);
    if (found != end) end = std::copy(found + 1, end, found);
  }
  for (const Move* move = all.begin(); move != end; ++move) n.moves.push_back(*move);
  order_moves(n, first, keys);
}

/// The same with history and hints alone, in one pass: what it needs stays in registers as everything is inlined.
template <game::Game G>
[[gnu::noinline]] void NegamaxTree<G>::rank_the_rest(NodeOf& n, OrderKeys& keys) const {
  if constexpr (game::HasSharedSets<G>) {
    const std::size_t first = n.moves.size();
    const std::int16_t* const history = history_.by_slot();
    Move* const moves = n.moves.begin();
    auto* const key_of = keys.data();
    std::size_t count = first;
    G::for_each_ranked_move(
        *pos_, [&](Move move, std::size_t slot, int hint) __attribute__((always_inline)) {
          key_of[count] = order::make_key<G>(history[slot] + order::kHintUnit * hint, count);
          moves[count++] = move;
        });
    // The last takes the place of one that was tried.
    for (std::size_t tried = 0; tried < first; ++tried) {
      const std::size_t place = order::place_among(moves, first, count, moves[tried]);
      --count;
      moves[place] = moves[count];
      key_of[place] = order::moved(key_of[count], count, place);
    }
    n.moves.grow_to(count);
  }
}

/// The frame of the ply before, or null at the root.
template <game::Game G>
const Frame<G>* NegamaxTree<G>::frame_before(int ply) const {
  return ply > 0 ? &frames_[static_cast<std::size_t>(ply) - 1] : nullptr;
}

/// Puts the table's move first if it is legal here, then killers and the counter move. Often one of them cuts off, and
/// the others need no order. Returns how many there are.
template <game::Game G>
std::size_t NegamaxTree<G>::bring_known_moves(NodeOf& n) {
  std::size_t count = 0;
  for (int which = 0; which < kFavourites; ++which) {
    const Move move = favourite(n, which);
    if (move == Move{}) continue;
    const auto front = n.moves.begin() + count;
    const auto found = std::find(front, n.moves.end(), move);
    if (found != n.moves.end()) {
      std::rotate(front, found, found + 1);
      ++count;
    } else if (which == 0 && !n.is_forced) {
      ++counts_.key_collisions;  // it came from another position with the same key
    }
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
  if constexpr (game::HasSharedSets<G>) {
    return typename G::Hints(pos);
  } else {
    return EachHint<G>{pos};
  }
}

}  // namespace order

/// The keys of the moves from `first` on: higher is tried earlier, and of equal ones the first.
template <game::Game G>
void NegamaxTree<G>::order_moves(const NodeOf& n, std::size_t first, OrderKeys& keys) const {
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

/// Brings the best of the moves from `index` on to `index`. Just above the leaves, where the best few did not cut off,
/// the order of the rest is not worth finding.
template <game::Game G>
void NegamaxTree<G>::pick_next(NodeOf& n, OrderKeys& keys, std::size_t index) {
  constexpr std::size_t kPicksAtLeaves = 8;
  if (n.depth <= 1 && index >= kPicksAtLeaves) return;
  order::Key<G> best_key = keys[index];
  for (std::size_t i = index + 1; i < n.moves.size(); ++i) best_key = std::max(best_key, keys[i]);
  const std::size_t best = order::place_in<G>(best_key);
  std::swap(n.moves[index], n.moves[best]);
  keys[best] = order::moved(keys[index], index, best);
}

/// Where the game asks for it, the move after `index` is chosen before that one is searched, and memory asked for its
/// place in the table meanwhile. Says how many moves are chosen.
template <game::Game G>
std::size_t NegamaxTree<G>::look_ahead(NodeOf& n, OrderKeys& keys, std::size_t index, std::size_t ordered_from) const {
  const std::size_t next = index + 1;
  if constexpr (game::HasMoveProbe<G>) {
    if (G::kLooksAhead && next < n.moves.size() && next != ordered_from) {
      if (next > ordered_from) pick_next(n, keys, next);
      prefetch_child(n.moves[next]);
      return next + 1;
    }
  }
  static_cast<void>(n);
  static_cast<void>(keys);
  static_cast<void>(ordered_from);
  return next;
}

/// Two killers a ply: a new one drives out the older, or either by chance.
template <game::Game G>
void NegamaxTree<G>::note_killer(Frame<G>& frame, Move move) {
  if (move == frame.killers[0] || move == frame.killers[1]) {
    ++counts_.killer_cutoffs;
    if (move == frame.killers[0] || switches_.killer_exchange == KillerExchange::kRandom) return;
  }
  if (switches_.killer_exchange == KillerExchange::kRandom && frame.killers[1] != Move{}) {
    frame.killers[random_.below(2)] = move;
    return;
  }
  frame.killers[1] = frame.killers[0];
  frame.killers[0] = move;
}

/// The move at `index` cut off: it is remembered, and the history of the moves tried in vain before it goes down.
template <game::Game G>
void NegamaxTree<G>::reward_cutoff(const NodeOf& n, std::size_t index) {
  if (n.is_forced) return;
  const Move move = n.moves[index];
  Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  if (switches_.killers) note_killer(frame, move);
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
