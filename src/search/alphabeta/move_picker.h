#pragma once

#include <algorithm>
#include <cstdint>

#include "search/alphabeta/negamax_tree.h"

/// NegamaxTree: move ordering.
namespace partita::search {

namespace order {

/// One way to ask for hints, whether or not the game works out what they share.
template <game::Game G>
struct EachHint {
  const typename G::Position& pos;
  int of(typename G::Move move) const {
    if constexpr (game::HasMoveHints<G>) return static_cast<int>(G::move_hint(pos, move));
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

/// Hands out the moves of one node, best first, in stages: the table's move, the killers and the counter move, which
/// often cut off; then the others by history and hints. Moves are put into n.moves at the place where they are tried.
/// Where the game can tell a legal move without listing them, they are listed after the first stage only. Moves that
/// other threads are searching come last. Lives no longer than the node.
template <game::Game G>
class NegamaxTree<G>::MovePicker {
 public:
  /// `depth`: of the search behind each move.
  MovePicker(NegamaxTree& tree, NodeOf& n, int depth) : tree_(tree), n_(n), prefetches_(tree.uses_table(depth)) {
    const Frame<G>* before = tree_.frame_before(n_.ply);
    if (switches_.counter_moves && before != nullptr && !before->is_null)
      counter_ = tree_.history_.counter_to(before->slot);
    if (game::HasMoveProbe<G> && !n_.is_forced && !switches_.multi_cut) return;
    // Forced replies are listed already, and so is everything where multi-cut has tried some.
    if (n_.moves.empty()) G::generate_moves(*tree_.pos_, n_.moves);
    first_ranked_ = bring_favourites();
    stage_ = Stage::kListed;
  }

  /// Chooses the next move; false if none is left. `best` is the best value so far, for late move pruning.
  bool next(Score best) {
    while (stage_ != Stage::kDeferred) {
      index_ = next_++;
      if (tree_.prune_late_move(n_, static_cast<int>(index_), best) || !choose(index_)) {
        stage_ = Stage::kDeferred;
        next_ = 0;
      } else if (!defer()) {
        if (prefetches_) prefetch();
        return true;
      }
    }
    if (next_ == deferred_.size()) return false;
    index_ = deferred_[next_++];
    return true;
  }
  /// Where the move chosen stands in n.moves.
  std::size_t index() const { return index_; }

  /// Brings the move to be tried at this place there; false if there are fewer. REQUIRES: those before it were chosen.
  bool choose(std::size_t index) {
    if (stage_ == Stage::kFavourites) {
      if (add_favourite()) return true;
      first_ranked_ = index;
      list_the_rest();
      stage_ = Stage::kRanked;
    }
    if (stage_ == Stage::kListed) {
      if (index < first_ranked_) return true;
      rank();
    }
    if (index >= n_.moves.size()) return false;
    if (index >= first_ranked_ && index >= chosen_) pick(index);
    return true;
  }
  /// Ranks by what history says now, though the favourites have not been tried. REQUIRES: all moves are listed.
  void rank() {
    rank_from(first_ranked_);
    stage_ = Stage::kRanked;
  }

 private:
  enum class Stage : std::uint8_t {
    kFavourites,  ///< found one by one, nothing is listed
    kListed,      ///< all moves are there, the favourites first
    kRanked,      ///< those from first_ranked_ on have keys
    kDeferred,    ///< what other threads were searching
  };
  static constexpr int kFavourites = 4;
  static constexpr std::size_t kMostDeferred = 16;

  /// The table's move, the killers and the counter move, in this order; Move{} where there is none.
  Move favourite(int which) const {
    if (which == 0) return switches_.tt_move ? n_.table_move : Move{};
    if (which == kFavourites - 1) return counter_;
    const auto& killers = tree_.frames_[static_cast<std::size_t>(n_.ply)].killers;
    return switches_.killers ? killers[static_cast<std::size_t>(which) - 1] : Move{};
  }
  /// Appends the next favourite that is legal here and not among n.moves; false if there is none left.
  bool add_favourite() {
    if constexpr (game::HasMoveProbe<G>) {
      while (favourites_seen_ < kFavourites) {
        const int which = favourites_seen_++;
        const Move move = favourite(which);
        if (move == Move{} || std::find(n_.moves.begin(), n_.moves.end(), move) != n_.moves.end()) continue;
        if (G::is_legal(*tree_.pos_, move)) {
          n_.moves.push_back(move);
          return true;
        }
        // A table move that is not legal came from another position with the same key.
        if (which == 0) ++tree_.counts_.key_collisions;
      }
    }
    return false;
  }
  /// Puts the favourites first where all moves are listed. Returns how many there are.
  std::size_t bring_favourites() {
    std::size_t count = 0;
    for (int which = 0; which < kFavourites; ++which) {
      const Move move = favourite(which);
      if (move == Move{}) continue;
      const auto front = n_.moves.begin() + count;
      const auto found = std::find(front, n_.moves.end(), move);
      if (found != n_.moves.end()) {
        std::rotate(front, found, found + 1);
        ++count;
      } else if (which == 0 && !n_.is_forced) {
        ++tree_.counts_.key_collisions;
      }
    }
    return count;
  }

  /// The favourites did not cut off: every other legal move behind them, with its key.
  void list_the_rest() {
    if constexpr (game::HasSharedSets<G>) {
      if (switches_.history && switches_.move_hints && !switches_.continuation_history) return list_ranked();
    }
    game::MoveList<G> all;
    G::generate_moves(*tree_.pos_, all);
    Move* end = all.end();
    for (const Move tried : n_.moves) {
      Move* const found = std::find(all.begin(), end, tried);
      if (found != end) end = std::copy(found + 1, end, found);
    }
    for (const Move* move = all.begin(); move != end; ++move) n_.moves.push_back(*move);
    rank_from(first_ranked_);
  }
  /// The same with history and hints alone, in one pass: what it needs stays in registers as everything is inlined.
  [[gnu::noinline]] void list_ranked() requires game::HasSharedSets<G> {
    const std::int16_t* const history = tree_.history_.by_slot();
    Move* const moves = n_.moves.begin();
    auto* const key_of = keys_.data();
    std::size_t count = first_ranked_;
    G::for_each_ranked_move(
        *tree_.pos_, [&](Move move, std::size_t slot, int hint) __attribute__((always_inline)) {
          key_of[count] = order::make_key<G>(history[slot] + order::kHintUnit * hint, count);
          moves[count++] = move;
        });
    // The last takes the place of one that was tried.
    for (std::size_t tried = 0; tried < first_ranked_; ++tried) {
      const std::size_t place = order::place_among(moves, first_ranked_, count, moves[tried]);
      --count;
      moves[place] = moves[count];
      key_of[place] = order::moved(key_of[count], count, place);
    }
    n_.moves.grow_to(count);
  }
  /// The keys of the moves from `first` on: higher is tried earlier, and of equal ones the first.
  void rank_from(std::size_t first) {
    const Frame<G>* before = tree_.frame_before(n_.ply);
    const bool uses_pairs = switches_.continuation_history && before != nullptr && !before->is_null;
    const auto hints = order::hints_at<G>(*tree_.pos_);
    for (std::size_t i = first; i < n_.moves.size(); ++i) {
      const Move move = n_.moves[i];
      const std::size_t slot = G::history_slot(*tree_.pos_, move);
      std::int32_t worth = 0;
      if (switches_.history) worth += tree_.history_.of(slot);
      if (uses_pairs) worth += tree_.history_.of_pair(before->slot, slot);
      if (switches_.move_hints) worth += order::kHintUnit * hints.of(move);
      keys_[i] = order::make_key<G>(worth, i);
    }
  }

  /// Brings the best of the moves from `index` on to `index`. Just above the leaves, where the best few did not cut
  /// off, the order of the rest is not worth finding.
  void pick(std::size_t index) {
    constexpr std::size_t kPicksAtLeaves = 8;
    if (n_.depth <= 1 && index >= kPicksAtLeaves) return;
    order::Key<G> best_key = keys_[index];
    for (std::size_t i = index + 1; i < n_.moves.size(); ++i) best_key = std::max(best_key, keys_[i]);
    const std::size_t best = order::place_in<G>(best_key);
    std::swap(n_.moves[index], n_.moves[best]);
    keys_[best] = order::moved(keys_[index], index, best);
  }
  /// Asks memory for the table's entry behind the move. With kLooksAhead the move after it is chosen before this one is
  /// searched, and its entry is asked for as well.
  void prefetch() {
    if (index_ >= chosen_) tree_.prefetch_child(n_.moves[index_]);
    chosen_ = index_ + 1;
    if constexpr (game::HasMoveProbe<G>) {
      if (!G::kLooksAhead || chosen_ >= n_.moves.size() || chosen_ == first_ranked_) return;
      if (stage_ == Stage::kRanked) pick(chosen_);
      tree_.prefetch_child(n_.moves[chosen_++]);
    }
  }
  /// Simplified ABDADA: a later move that another thread is searching is put off; true if it was.
  bool defer() {
    if (index_ == 0 || !tree_.shares(n_.depth) || deferred_.size() == kMostDeferred) return false;
    if (!tree_.busy_->has(tree_.busy_id(n_.moves[index_]))) return false;
    deferred_.push_back(index_);
    return true;
  }

  NegamaxTree& tree_;
  NodeOf& n_;
  const Switches& switches_ = tree_.switches_;
  bool prefetches_;
  Stage stage_ = Stage::kFavourites;
  Move counter_{};  ///< what last cut off after the move that led here
  int favourites_seen_ = 0;
  std::size_t next_ = 0;
  std::size_t index_ = 0;
  std::size_t chosen_ = 0;  ///< so many moves were chosen, one of them perhaps ahead
  /// From here on moves have keys. REQUIRES: they are listed.
  std::size_t first_ranked_ = 0;
  base::FixedVector<std::size_t, kMostDeferred> deferred_;
  std::array<order::Key<G>, G::kMaxMoves> keys_;
};

/// The frame of the ply before, or null at the root.
template <game::Game G>
const Frame<G>* NegamaxTree<G>::frame_before(int ply) const {
  return ply > 0 ? &frames_[static_cast<std::size_t>(ply) - 1] : nullptr;
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
