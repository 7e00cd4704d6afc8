#pragma once

#include <cmath>

#include "search/alphabeta/negamax_tree.h"

/// NegamaxTree: the steps that may settle a node before its moves are searched, or search some of them less deeply.
namespace partita::search {

/// Who could win at once: nobody, the mover, or the other side, whose threats leave n.moves as the only replies. After
/// a calm position only what the last move changed is looked at.
template <game::Game G>
game::Threat NegamaxTree<G>::threat_at(NodeOf& n) {
  if constexpr (game::HasLeafTests<G>) {
    const Frame<G>* before = frame_before(n.ply);
    if (before != nullptr && before->calm_undo != nullptr) {
      Move forced{};
      const game::Threat threat = G::threat_after(*pos_, before->move, *before->calm_undo, forced);
      if (threat == game::Threat::kForced) n.moves.push_back(forced);
      return threat;
    }
  }
  if constexpr (game::HasThreats<G>) {
    if (G::immediate_win(*pos_) != Move{}) return game::Threat::kWon;
    const game::Threat threat = G::forced_replies(*pos_, n.moves);
    if (threat == game::Threat::kNone) n.moves.clear();
    return threat;
  }
  return game::Threat::kNone;
}

/// A win in one, or two threats at once, need no search; one threat leaves only the replies to it.
template <game::Game G>
bool NegamaxTree<G>::settle_by_win_test(NodeOf& n, Score& value) {
  if constexpr (game::HasThreats<G>) {
    if (!switches_.static_win_test || !plays_for_outcome()) return false;
    const game::Threat threat = threat_at(n);
    if (threat == game::Threat::kWon) {
      value = win_value(switches_.win_score, n.ply + 1);
      variations_[static_cast<std::size_t>(n.ply) + 1].length = 0;
      if (n.is_open) update_variation(n.ply, G::immediate_win(*pos_));
      return true;
    }
    // One ply of depth does not see the reply that refutes, so the test would see more than the search.
    if (threat != game::Threat::kNone && n.depth < 2 && !switches_.forced_reply_extension) {
      n.moves.clear();
      return false;
    }
    n.is_calm = true;
    n.is_forced = threat == game::Threat::kForced;
    if (threat != game::Threat::kLost) return false;
    Move rescue{};
    value = rescue_by_repetition(n, -win_value(switches_.win_score, n.ply + 2), rescue);
    if (n.is_open && rescue == Move{}) note_lost_line(n.ply);
    return true;
  }
  return false;
}

/// The line of a position lost in two plies: any move, and the answer. REQUIRES: every move loses to a reply.
template <game::Game G>
void NegamaxTree<G>::note_lost_line(int ply) {
  if constexpr (game::HasThreats<G>) {
    Position pos = *pos_;
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    Variation<Move>& line = variations_[static_cast<std::size_t>(ply)];
    line.length = 0;
    for (const Move move : moves) {
      const auto undo = pos.play(move);
      if (!pos.is_over()) {
        line.moves[0] = move;
        line.moves[1] = G::immediate_win(pos);
        line.length = line.moves[1] == Move{} ? 1 : 2;
        return;
      }
      pos.retract(move, undo);
    }
  }
}

/// A move after which the game is over by repetition, or none.
template <game::Game G>
typename G::Move NegamaxTree<G>::repeating_move() const {
  game::MoveList<G> moves;
  G::generate_moves(*pos_, moves);
  for (const Move move : moves) {
    if (past_.ends_after(*pos_, move)) return move;
  }
  return {};
}

/// The win test knows the position and not its past: a move that it does not look at, because it stops no threat, may
/// still end the game by repetition. Only what looks lost needs it. REQUIRES: some moves were left out.
template <game::Game G>
Score NegamaxTree<G>::rescue_by_repetition(const NodeOf& n, Score best, Move& best_move) {
  if (best > -game::kWinBound || past_.recurrable(*pos_) == 0) return best;
  const Score value = value_of_repetition(n.ply + 1);
  if (value <= best) return best;
  const Move move = repeating_move();
  if (move == Move{}) return best;
  best_move = move;
  variations_[static_cast<std::size_t>(n.ply) + 1].length = 0;
  if (n.is_open && value > n.alpha) update_variation(n.ply, move);
  return value;
}

/// Graph-history interaction: a proven entry counts as proven only if it was stored under the same recurrable
/// positions; under others its value is a bound without proof.
template <game::Game G>
TableEntry NegamaxTree<G>::known_with_past(const NodeOf& n, const TableEntry& entry) const {
  const game::Key recurrable = past_.recurrable(*pos_);
  if (recurrable == 0) return entry;
  TableEntry own;
  if (table_.probe(n.key ^ recurrable, own)) return own;
  return game::is_proven(entry.score) ? without_proof(entry) : entry;
}

template <game::Game G>
bool NegamaxTree<G>::settle_by_table(NodeOf& n, Score& value) {
  if (!uses_table(n.depth)) return false;
  n.key = table_key();
  ++counts_.probes;
  TableEntry entry;
  if (!table_.probe(n.key, entry)) return false;
  ++counts_.hits;
  if (table_.is_of_another(n.key, pos_->key())) ++counts_.false_hits;
  if (entry.move != 0) n.table_move = move_from_code<Move>(entry.move);
  if (past_.matters() && std::abs(entry.score) >= kUnsureWin) entry = known_with_past(n, entry);
  const bool is_deep_enough =
      switches_.tt_match == TableMatch::kEqual ? entry.depth == n.depth : entry.depth >= n.depth;
  // On the principal variation nothing is cut, so that lines come out whole.
  if (!is_deep_enough || (switches_.pvs && n.is_open)) return false;
  const Score score = from_table(entry.score, n.ply);
  const bool cuts = entry.bound == Bound::kExact || (entry.bound == Bound::kLower && score >= n.beta) ||
                    (entry.bound == Bound::kUpper && score <= n.alpha);
  if (!cuts) return false;
  ++counts_.cutoffs;
  if (entry.bound == Bound::kExact && n.table_move != Move{}) {
    variations_[static_cast<std::size_t>(n.ply) + 1].length = 0;
    update_variation(n.ply, n.table_move);
  }
  value = score;
  return true;
}

template <game::Game G>
void NegamaxTree<G>::store_in_table(const NodeOf& n, Score best, Move best_move, Bound bound) {
  if (!uses_table(n.depth)) return;
  const TableEntry entry{to_table(best, n.ply), move_code(best_move), std::clamp(n.depth, 0, 255), bound};
  const game::Key recurrable = past_.matters() && game::is_proven(best) ? past_.recurrable(*pos_) : 0;
  if (recurrable == 0) return table_.store(n.key, entry, counts_, pos_->key());
  // Graph-history interaction: a proof holds for the recurrable positions it was found with, and not for others.
  table_.store(n.key ^ recurrable, entry, counts_);
  const TableEntry unproven = without_proof(entry);
  if (unproven.bound != Bound::kNone) table_.store(n.key, unproven, counts_);
}

/// Reverse futility pruning: near the leaves a position well above beta is taken to stay there.
template <game::Game G>
bool NegamaxTree<G>::cut_by_evaluation(const NodeOf& n, Score& value) {
  constexpr int kDeepest = 6;
  if (!switches_.futility || n.is_open || n.is_forced || n.depth > kDeepest || game::is_proven(n.beta)) return false;
  const std::int64_t margin = std::int64_t{futility_margin_} * n.depth;
  value = static_cast<Score>(std::max<std::int64_t>(evaluate(n, n.depth) - margin, -game::kEvalLimit));
  return value >= n.beta;
}

/// Null-move pruning: if passing keeps the value at beta, some move will. Only at turn boundaries and never twice in a
/// row (Trebing 5.5).
template <game::Game G>
bool NegamaxTree<G>::try_null_move(const NodeOf& n, Score& value) {
  if constexpr (game::HasPass<G>) {
    if (!switches_.null_move || n.is_forced || (switches_.pvs && n.is_open)) return false;
    if (n.depth <= switches_.null_reduction || game::is_proven(n.beta) || n.beta >= game::kInfinite) return false;
    const Frame<G>* before = frame_before(n.ply);
    if ((before != nullptr && before->is_null) || !pos_->can_pass()) return false;
    Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
    frame.move = Move{};
    frame.is_null = true;
    past_.push(*pos_);
    frame.calm_undo = nullptr;
    (&frame)[1].carried = frame.carried;
    const auto undo = pos_->pass();
    const Score passed = descend(n.is_root_side, n.depth - 1 - switches_.null_reduction, n.beta - 1, n.beta, n.ply);
    pos_->retract_pass(undo);
    past_.pop();
    frame.is_null = false;
    if (stopped_ || passed < n.beta) return false;
    // A win found behind a pass is not proven.
    value = game::is_proven(passed) ? n.beta : passed;
    return true;
  }
  return false;
}

/// Multi-cut: if M of the first C moves cut off in a shallower search, some move will in the full one (Trebing 5.6: 3
/// of 10).
template <game::Game G>
bool NegamaxTree<G>::try_multi_cut(NodeOf& n, Score& value) {
  if (!switches_.multi_cut || n.is_forced || (switches_.pvs && n.is_open)) return false;
  if (n.depth <= switches_.multi_cut_reduction + 1 || game::is_proven(n.beta) || n.beta >= game::kInfinite)
    return false;
  const int depth = n.depth - 1 - switches_.multi_cut_reduction;
  MovePicker picker(*this, n, depth);
  picker.rank();
  Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  int cuts = 0;
  const auto most = static_cast<std::size_t>(switches_.multi_cut_moves);
  for (std::size_t i = 0; i < most && picker.choose(i); ++i) {
    const Move move = n.moves[i];
    enter(n.ply, move, depth);
    past_.push(*pos_);
    const auto undo = pos_->play(move);
    frame.calm_undo = n.is_calm ? &undo : nullptr;
    const Score reached = descend(n.is_root_side, depth, n.beta - 1, n.beta, n.ply);
    pos_->retract(move, undo);
    past_.pop();
    if (stopped_) return false;
    if (reached >= n.beta && ++cuts >= switches_.multi_cut_cuts) {
      value = n.beta;
      return true;
    }
  }
  return false;
}

/// Internal iterative reduction: without a table move the order is poor, so a ply less is searched now and the next
/// iteration knows better.
template <game::Game G>
int NegamaxTree<G>::reduce_unknown(const NodeOf& n) const {
  constexpr int kLeastDepth = 4;
  return switches_.iir && !n.is_forced && n.depth >= kLeastDepth && n.table_move == Move{} ? 1 : 0;
}

/// Late move reductions: a ply or more, growing with the logarithms of depth and place.
template <game::Game G>
void NegamaxTree<G>::fill_reductions() {
  std::array<double, kReductionSide> logs{};
  for (int i = 1; i < kReductionSide; ++i) logs[static_cast<std::size_t>(i)] = std::log(i);
  for (std::size_t depth = 1; depth < kReductionSide; ++depth) {
    for (std::size_t place = 1; place < kReductionSide; ++place) {
      reductions_[depth][place] =
          static_cast<std::int8_t>((switches_.lmr_base + switches_.lmr_slope * logs[depth] * logs[place]) / 100);
    }
  }
}

template <game::Game G>
int NegamaxTree<G>::reduce_late_move(const NodeOf& n, int index, Move move) const {
  constexpr int kLeastDepth = 3;
  constexpr int kFirstReduced = 3;
  if (!switches_.lmr || n.is_forced || n.depth < kLeastDepth || index < kFirstReduced) return 0;
  const Frame<G>& frame = frames_[static_cast<std::size_t>(n.ply)];
  if (move == frame.killers[0] || move == frame.killers[1]) return 0;
  int reduction = reductions_[static_cast<std::size_t>(std::min(n.depth, kReductionSide - 1))]
                             [static_cast<std::size_t>(std::min(index, kReductionSide - 1))];
  if (n.is_open) --reduction;
  if (switches_.history) reduction -= history_.of(frame.slot) / (History<G>::kLimit / 2);
  return std::clamp(reduction, 0, n.depth - 2);
}

/// Late move pruning: near the leaves the last moves of a well-ordered list are not tried, unless nothing good was
/// found.
template <game::Game G>
bool NegamaxTree<G>::prune_late_move(const NodeOf& n, int index, Score best) const {
  if (!switches_.lmp || n.is_open || n.is_forced || n.depth > switches_.lmp_depth || best <= -game::kWinBound)
    return false;
  return index >= 4 + switches_.lmp_slope * n.depth * n.depth / 100;
}

}  // namespace partita::search
