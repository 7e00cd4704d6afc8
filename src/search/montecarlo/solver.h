#pragma once

#include "game/types.h"
#include "search/montecarlo/tree.h"

namespace partita::search::montecarlo {

/// What the children's proofs prove for a node where `mover` chooses (MCTS-Solver; Winands et al. 2008, with any number
/// of seats). A child that gives the mover the whole point is enough. Otherwise all must be proven, and the best for
/// the mover counts; when several are best and differ for the others, nothing is proven, as nobody can say which is
/// chosen.
template <class Move>
ProvenResult proof_from_children(const Tree<Move>& tree, const Node<Move>& node, game::Seat mover) {
  const NodeIndex first = node.children.load(std::memory_order_acquire);
  ProvenResult best;
  bool all_known = true;
  bool ambiguous = false;
  for (NodeIndex i = 0; i < node.child_count; ++i) {
    const ProvenResult proof = tree.node(first + i).proven();
    if (!proof.is_known()) {
      all_known = false;
      continue;
    }
    if (!best.is_known() || is_better_for(mover, proof, best)) {
      ambiguous =
          best.is_known() && best.payoff(mover) == proof.payoff(mover) && (ambiguous || !best.has_same_payoffs(proof));
      best = proof;
    } else if (proof.payoff(mover) == best.payoff(mover) && !proof.has_same_payoffs(best)) {
      ambiguous = true;
    }
  }
  if (!best.is_known()) return {};
  if (best.payoff(mover) == game::kPoint) return best.one_ply_earlier();
  return all_known && !ambiguous ? best.one_ply_earlier() : ProvenResult{};
}

/// Whether nothing is left to find out at the root: a proven win, or every allowed move proven.
template <class Move, class IsAllowed>
bool is_settled(const Tree<Move>& tree, game::Seat mover, IsAllowed&& is_allowed) {
  const NodeIndex first = tree.root().children.load(std::memory_order_acquire);
  bool all_known = true;
  for (NodeIndex i = 0; i < tree.root().child_count; ++i) {
    if (!is_allowed(i)) continue;
    const ProvenResult proof = tree.node(first + i).proven();
    if (proof.is_known() && proof.payoff(mover) == game::kPoint) return true;
    all_known = all_known && proof.is_known();
  }
  return all_known;
}

}  // namespace partita::search::montecarlo
