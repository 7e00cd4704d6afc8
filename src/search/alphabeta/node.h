#pragma once

#include "search/alphabeta/negamax_tree.h"

/// NegamaxTree: entering the search at the root, the node, and the loop over its moves.
namespace partita::search {

template <game::Game G>
void NegamaxTree<G>::set_root(const Task<G>& task) {
  pos_ = task.pos;
  root_ = static_cast<game::Seat>(task.pos.to_move());
  // With two seats a value does not depend on who asked; with more seats it does (paranoid search).
  root_key_ = task.pos.seat_count() > 2 ? base::mix64(0x5EA7 + root_) : 0;
  stopped_ = false;
  // The last search wrote no further than the frame behind its deepest one.
  const auto written = std::min(frames_.size(), static_cast<std::size_t>(deepest_) + 2);
  std::fill(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(written), Frame<G>{});
  deepest_ = 0;
  unreported_ = 0;
  visited_ = 0;
  choose_interval();
  counts_ = {};
  history_.fade();
  past_.begin(task, switches_.cycle_draw ? Cycles::kDraw : Cycles::kIgnored);
  if constexpr (game::HasCarriedValue<G>) {
    if (carries_) frames_[0].carried = evaluator_.carried(task.pos);
  }
}

/// How many nodes may be visited before the control is looked at. The first ones may each wait for a page of a new
/// table, so it is looked at often until the pages are there.
template <game::Game G>
void NegamaxTree<G>::choose_interval() {
  const int most = busy_ == nullptr ? control_.check_interval_alone() : control_.check_interval();
  interval_ = visited_ < kFewNodes ? std::min(most, kFirstInterval) : most;
}

/// Called every interval_ nodes.
template <game::Game G>
bool NegamaxTree<G>::look_at_control() {
  stopped_ = control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_)) || stopped_;
  table_.note_use(unreported_);
  visited_ = std::min(visited_ + unreported_, kFewNodes);
  unreported_ = 0;
  choose_interval();
  return stopped_;
}

/// Notes the move that is about to be played at this ply. Its history slot is asked for only where depth is left.
template <game::Game G>
void NegamaxTree<G>::enter(int ply, Move move, int depth) {
  Frame<G>& frame = frames_[static_cast<std::size_t>(ply)];
  frame.move = move;
  if (depth > 0) frame.slot = G::history_slot(*pos_, move);
  frame.is_null = false;
  if constexpr (game::HasCarriedValue<G>) {
    if (carries_) (&frame)[1].carried = evaluator_.carried_after(*pos_, move, frame.carried);
  }
}

template <game::Game G>
Score NegamaxTree<G>::root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv) {
  enter(0, move, depth);
  frames_[0].calm_undo = nullptr;
  past_.push(*pos_);
  const BusyMoves::Id id = shares(depth) ? busy_id(move) : 0;
  if (id != 0) busy_->add(id);
  const auto undo = pos_->play(move);
  const Score value = descend(true, depth - 1, alpha, beta, 0);
  pos_->retract(move, undo);
  if (id != 0) busy_->remove(id);
  past_.pop();
  pv.assign(1, move);
  const Variation<Move>& line = variations_[1];
  pv.insert(pv.end(), line.moves.begin(), line.moves.begin() + line.length);
  if (!stopped_ && alpha < value && value < beta) complete_from_table(pv, depth);
  return value;
}

/// Prefetches the table entry of the position after the move, where the game tells its key beforehand.
template <game::Game G>
void NegamaxTree<G>::prefetch_child(Move move) const {
  if constexpr (game::HasMoveProbe<G>) {
    table_.prefetch(G::child_key(*pos_, move) ^ root_key_);
  }
}

/// The value of the position after a ply, for the side that made it: negated only if the side changed.
template <game::Game G>
Score NegamaxTree<G>::descend(bool parent_is_root_side, int depth, Score alpha, Score beta, int ply) {
  if (is_root_side() == parent_is_root_side) return node(depth, alpha, beta, ply + 1);
  if (switches_.window_slip) return -node(depth, -alpha, -beta, ply + 1);
  return -node(depth, -beta, -alpha, ply + 1);
}

template <game::Game G>
Score NegamaxTree<G>::node(int depth, Score alpha, Score beta, int ply) {
  variations_[static_cast<std::size_t>(ply)].length = 0;
  deepest_ = std::max(deepest_, ply);
  if (must_stop()) return 0;
  if (pos_->is_over()) return for_side_to_move(end_value<G>(*pos_, root_, switches_, ply));
  Score value = 0;
  if (past_.ends(*pos_)) return value_of_repetition(ply);
  if (past_.is_cycle(*pos_)) return 0;
  if (depth <= 0 || ply >= deepest_ply<G>()) return quiescence(alpha, beta, ply, switches_.quiescence_plies);

  NodeOf n;
  n.depth = depth;
  n.alpha = alpha;
  n.beta = beta;
  n.ply = ply;
  n.is_open = alpha + 1 < beta;
  n.is_root_side = is_root_side();
  if (settle_by_win_test(n, value)) return value;
  if (cut_by_evaluation(n, value)) return value;
  if (settle_by_table(n, value)) return value;
  if (try_null_move(n, value)) return value;
  if (try_multi_cut(n, value)) return value;
  n.depth -= reduce_unknown(n);
  return search_moves(n);
}

template <game::Game G>
Score NegamaxTree<G>::search_moves(NodeOf& n) {
  const int next_depth = n.depth - 1 + extend_forced_reply(n);
  MovePicker picker(*this, n, next_depth);
  Found found;
  found.alpha = n.alpha;
  while (picker.next(found.best) && !try_move(n, picker.index(), next_depth, found)) {
  }
  if (stopped_) return 0;
  const Score best = n.is_forced ? rescue_by_repetition(n, found.best, found.move) : found.best;
  const bool is_low = best <= n.alpha && (best < n.beta || switches_.window_slip);
  const Bound bound = is_low ? Bound::kUpper : best >= n.beta ? Bound::kLower : Bound::kExact;
  store_in_table(n, best, found.move, bound);
  return best;
}

/// True if the node needs no other move: it cut off, or the search was stopped.
template <game::Game G>
bool NegamaxTree<G>::try_move(NodeOf& n, std::size_t index, int depth, Found& found) {
  const Move move = n.moves[index];
  enter(n.ply, move, depth);
  past_.push(*pos_);
  const BusyMoves::Id id = shares(n.depth) ? busy_id(move) : 0;
  if (id != 0) busy_->add(id);
  const auto undo = pos_->play(move);
  frames_[static_cast<std::size_t>(n.ply)].calm_undo = n.is_calm ? &undo : nullptr;
  if (!game::HasMoveProbe<G> && uses_table(depth)) table_.prefetch(table_key());
  const Score value = search_child(n, static_cast<int>(index), depth, found.alpha, n.beta);
  pos_->retract(move, undo);
  if (id != 0) busy_->remove(id);
  past_.pop();
  if (stopped_) return true;
  if (value <= found.best) return false;
  found.best = value;
  // In a window that is upside down a value may reach beta without being above alpha.
  if (switches_.window_slip && value >= n.beta) {
    found.move = move;
    return true;
  }
  if (value <= found.alpha) return false;
  found.alpha = value;
  found.move = move;
  if (n.is_open) update_variation(n.ply, move);
  if (value < n.beta) return false;
  reward_cutoff(n, index);
  return true;
}

/// The first move with the whole window, later ones with a null window first and perhaps less deeply.
template <game::Game G>
Score NegamaxTree<G>::search_child(const NodeOf& n, int index, int depth, Score alpha, Score beta) {
  if (index == 0) return descend(n.is_root_side, depth, alpha, beta, n.ply);
  const int reduction = reduce_late_move(n, index, frames_[static_cast<std::size_t>(n.ply)].move);
  if (reduction > 0) {
    const Score value = descend(n.is_root_side, depth - reduction, alpha, alpha + 1, n.ply);
    if (value <= alpha || stopped_) return value;
  }
  if (!switches_.pvs || !n.is_open) return descend(n.is_root_side, depth, alpha, beta, n.ply);
  const Score value = descend(n.is_root_side, depth, alpha, alpha + 1, n.ply);
  if (value <= alpha || value >= beta || stopped_) return value;
  return descend(n.is_root_side, depth, alpha, beta, n.ply);
}

template <game::Game G>
void NegamaxTree<G>::update_variation(int ply, Move move) {
  Variation<Move>& own = variations_[static_cast<std::size_t>(ply)];
  const Variation<Move>& below = variations_[static_cast<std::size_t>(ply) + 1];
  own.moves[0] = move;
  std::copy_n(below.moves.begin(), below.length, own.moves.begin() + 1);
  own.length = below.length + 1;
}

/// A cut-off by the table shortens the line; what it knows lengthens it again, up to the depth searched.
template <game::Game G>
void NegamaxTree<G>::complete_from_table(std::vector<Move>& pv, int depth) {
  if (!switches_.tt || static_cast<int>(pv.size()) >= depth) return;
  Position pos = *pos_;
  for (const Move move : pv) pos.play(move);
  TableEntry entry;
  while (static_cast<int>(pv.size()) < depth && !pos.is_over() && table_.probe(key_of(pos) ^ root_key_, entry) &&
         entry.move != 0) {
    const Move move = move_from_code<Move>(entry.move);
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) return;
    pv.push_back(move);
    pos.play(move);
  }
}

}  // namespace partita::search
