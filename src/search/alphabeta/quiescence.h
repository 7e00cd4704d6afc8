#pragma once

#include "search/alphabeta/negamax_tree.h"

/// NegamaxTree: beyond the depth asked for.
namespace partita::search {

template <game::Game G>
Score NegamaxTree<G>::evaluate(const NodeOf& n, int depth_left) {
  if constexpr (game::HasCarriedValue<G>) {
    if (carries_) {
      const Score carried = frames_[static_cast<std::size_t>(n.ply)].carried;
      const bool is_quiet = n.is_calm && !n.is_forced;
      const auto mover = static_cast<game::Seat>(pos_->to_move());
      return eval_value(switches_.win_score, evaluator_.evaluate_carried(*pos_, mover, carried, is_quiet));
    }
  }
  game::EvalContext<Move> context;
  context.root = root_;
  context.plies_from_root = n.ply;
  context.depth_left = depth_left;
  context.last_move = n.ply > 0 ? frames_[static_cast<std::size_t>(n.ply) - 1].move : Move{};
  context.random = &random_;
  return eval_value(switches_.win_score, for_side_to_move(evaluator_.evaluate(*pos_, root_, context)));
}

/// The value of making no forcing move, and in n.moves the forcing ones, unless that value reaches beta already.
template <game::Game G>
Score NegamaxTree<G>::stand_pat(NodeOf& n, Score alpha, Score beta) {
  if constexpr (game::HasSharedSets<G>) {
    if (n.is_calm && evaluator_.has_quiet_view(*pos_)) {
      typename G::Forcing forcing;
      const Score value = eval_value(switches_.win_score, evaluator_.evaluate_quiet(*pos_, alpha, beta, forcing));
      if (value < beta) G::generate_quiet_forcing_moves(*pos_, forcing, n.moves);
      return value;
    }
  }
  const Score value = evaluate(n, 0);
  if constexpr (game::HasForcingMoves<G>) {
    if (value < beta) G::generate_forcing_moves(*pos_, n.moves);
  }
  return value;
}

/// Follows what is forcing until the position is quiet, and evaluates there. The mover may stop at any quiet-looking
/// node (stand pat) but not while it must answer a threat. REQUIRES: the game is not over.
template <game::Game G>
Score NegamaxTree<G>::quiescence(Score alpha, Score beta, int ply, int left) {
  NodeOf n;
  n.ply = ply;
  if (!switches_.quiescence || ply >= deepest_ply<G>()) return evaluate(n, 0);
  n.depth = 2;  // the win test may look at replies
  n.is_open = alpha + 1 < beta;
  n.is_root_side = is_root_side();
  Score best = 0;
  if (settle_by_win_test(n, best)) return best;
  if (left <= 0) return evaluate(n, 0);
  best = -game::kInfinite;
  if (!n.is_forced) {
    best = stand_pat(n, alpha, beta);
    if (best >= beta) return best;
  }
  alpha = std::max(alpha, best);
  Frame<G>& frame = frames_[static_cast<std::size_t>(ply)];
  for (const Move move : n.moves) {
    enter(ply, move, 0);
    past_.push(*pos_);
    const auto undo = pos_->play(move);
    frame.calm_undo = n.is_calm ? &undo : nullptr;
    const bool same_side = is_root_side() == n.is_root_side;
    const Score value = same_side ? quiescence_node(alpha, beta, ply + 1, left - 1)
                                  : -quiescence_node(-beta, -alpha, ply + 1, left - 1);
    pos_->retract(move, undo);
    past_.pop();
    if (stopped_) return 0;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    alpha = value;
    update_variation(ply, move);
    if (alpha >= beta) break;
  }
  Move rescue{};
  return n.is_forced ? rescue_by_repetition(n, best, rescue) : best;
}

/// Quiescence of a position that may be over.
template <game::Game G>
Score NegamaxTree<G>::quiescence_node(Score alpha, Score beta, int ply, int left) {
  variations_[static_cast<std::size_t>(ply)].length = 0;
  deepest_ = std::max(deepest_, ply);
  if (must_stop()) return 0;
  if (pos_->is_over()) return for_side_to_move(end_value<G>(*pos_, root_, switches_, ply));
  const Score value = quiescence(alpha, beta, ply, left);
  // Asked for proven values only: most of these plies are captures, which cannot repeat a position.
  return game::is_proven(value) && past_.ends(*pos_) ? value_of_repetition(ply) : value;
}

}  // namespace partita::search
