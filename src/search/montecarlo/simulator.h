#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/random.h"
#include "search/control.h"
#include "search/montecarlo/deduction.h"
#include "search/montecarlo/priors.h"
#include "search/montecarlo/shared_search.h"
#include "search/montecarlo/simulation.h"
#include "search/montecarlo/solver.h"

namespace partita::search::montecarlo {

/// One thread's part of a search: down the tree, one simulation, back up; again and again. Owns its position, path and
/// random numbers; everything else is in SharedSearch.
template <game::Game G>
class Simulator {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  Simulator(SharedSearch<G>& shared, std::uint64_t seed)
      : shared_(shared),
        tree_(shared.tree),
        switches_(shared.switches),
        pos_(shared.root_pos),
        random_(seed),
        simulation_(shared.switches, shared.evaluator),
        keys_(shared.earlier_keys),
        credits_(amaf_slot_count<G>(), 0.0F) {}

  /// Simulates until the control says stop, the root is settled or the tree is full. `look` is called now and then.
  template <class Look>
  void run(Control& control, Look&& look) {
    // A clock read costs a hundredth of a playout, and much less of what a network costs.
    const std::uint32_t look_every = shared_.uses_policy ? 1 : 8;
    std::uint32_t simulations = 0;
    do {
      iterate();
      if (shared_.is_settled.load(std::memory_order_relaxed)) control.stop();
      if (++simulations % look_every == 0) look();
    } while (!control.add_nodes_and_check(1) && !shared_.is_full.load(std::memory_order_relaxed));
  }

  /// Gives a childless root these children. False when there is no room.
  bool expand_root(const game::MoveList<G>& moves) {
    if constexpr (game::HasPolicy<G>) {
      if (shared_.uses_policy) shared_.evaluator.ask_policy(pos_, moves, answer_);
    }
    return publish_children(0, moves);
  }

  /// Asks the game what it can prove of the root's moves. REQUIRES: the root has children; no other worker runs.
  game::Threat deduce_root(game::MoveList<G>& moves) {
    const game::Threat found = deducer_.find(pos_, moves);
    if (found == game::Threat::kForced) prove_others_lost(tree_.root(), moves, static_cast<game::Seat>(pos_.to_move()));
    return found;
  }

 private:
  static constexpr std::uint32_t kExploreBesideProven = 8;
  static constexpr float kTrace = 0.001F;  // AMAF visits of a node nothing is known of

  struct Step {
    NodeIndex node = 0;
    game::Seat mover = 0;  ///< who moves in the position of this node
  };

  void iterate() {
    pos_ = shared_.root_pos;
    path_.clear();
    keys_.resize(shared_.earlier_keys.size());
    slots_are_fresh_ = false;
    has_new_proof_ = false;
    enter(0);
    const Reward reward = descend();
    back_up(reward);
    if (has_new_proof_) back_up_proof();
  }

  void enter(NodeIndex index) {
    path_.push_back({index, static_cast<game::Seat>(pos_.to_move())});
    shared_.add(tree_.node(index).visits, std::uint32_t{1});
    tree_.amaf().mark_tried(index);
  }

  Reward descend() {
    for (;;) {
      const NodeIndex at = path_.back().node;
      auto& node = tree_.node(at);
      if (at != 0) {
        if (node.proven().is_known()) return node.proven().reward();
        if (!node.has_children() && is_ended()) return settle(node);
      }
      if (!node.has_children()) {
        if (shared_.uses_policy) return value_by_policy(at);
        if (!expand(at)) return value_leaf(node);
      }
      if (must_deduce(node) && deduce(node)) return node.proven().reward();
      if (shared_.uses_policy) {
        follow(select_by_policy(node, at == 0));
      } else {
        follow(at == 0 ? select_at_root() : select(node));
      }
    }
  }

  /// Plays the move of the node and stands on it.
  void follow(NodeIndex index) {
    if constexpr (game::HasRepetition<G>) keys_.push_back(pos_.key());
    pos_.play(tree_.node(index).move);
    enter(index);
  }

  bool is_ended() {
    if (pos_.is_over()) return true;
    if constexpr (game::HasRepetition<G>) return is_repeated();
    return false;
  }
  bool is_repeated() const requires game::HasRepetition<G> {
    const int limit = pos_.repetition_limit();
    if (limit == 0) return false;
    const auto reach =
        std::min<std::size_t>(keys_.size(), static_cast<std::size_t>(std::max(0, pos_.reversible_plies())));
    const auto earlier = std::count(keys_.end() - static_cast<std::ptrdiff_t>(reach), keys_.end(), pos_.key());
    return earlier + 1 >= limit;
  }

  /// The result of an ended game, remembered as proven.
  Reward settle(Node<Move>& node) {
    const ProvenResult proof = ProvenResult::of(
        pos_.seat_count(),
        [&](game::Seat seat) {
          if constexpr (game::HasRepetition<G>) {
            if (!pos_.is_over()) return static_cast<int>(pos_.repetition_payoff(seat));
          }
          return static_cast<int>(pos_.payoff(seat));
        },
        0);
    prove(node, proof);
    return proof.reward();
  }
  void prove(Node<Move>& node, ProvenResult proof) {
    if (!switches_.solver) return;
    node.proof.store(proof.bits(), std::memory_order_relaxed);
    has_new_proof_ = true;
  }

  /// True when the node has children to choose from afterwards.
  bool expand(NodeIndex index) {
    auto& node = tree_.node(index);
    if (index != 0 && node.visit_count() < static_cast<std::uint32_t>(switches_.expand_at)) return false;
    NodeIndex expected = kNoChildren;
    if (!node.children.compare_exchange_strong(expected, kExpanding, std::memory_order_acq_rel))
      return node.has_children();
    game::MoveList<G> moves;
    if (generate_sensible_moves<G>(pos_, moves) == game::Threat::kLost && can_be_proven(index)) {
      node.children.store(kNoChildren, std::memory_order_release);
      prove_loss(node);
      return false;
    }
    return publish_children(index, moves);
  }
  /// By the game's own test of threats, without looking at any move; the root's moves are always looked at.
  bool can_be_proven(NodeIndex index) const { return pos_.seat_count() == 2 && switches_.solver && index != 0; }
  void prove_loss(Node<Move>& node) { prove_for(node, static_cast<game::Seat>(1 - path_.back().mover), 2); }
  void prove_win(Node<Move>& node) { prove_for(node, path_.back().mover, 1); }
  void prove_for(Node<Move>& node, game::Seat winner, int distance) {
    prove(node, ProvenResult::of(
                    2, [&](game::Seat seat) { return seat == winner ? game::kPoint : 0; }, distance));
  }

  /// Once a node. The moves of a root that is won are asked as soon as they have children, to know which of them wins.
  bool must_deduce(const Node<Move>& node) {
    if constexpr (!HasDeduction<G>) return false;
    if (!shared_.deduces() || path_.size() == 1) return false;
    if (!shared_.is_root_won || path_.size() != 2)
      return node.visit_count() == static_cast<std::uint32_t>(switches_.deduce_at);
    was_asked_.resize(tree_.root().child_count);
    auto was_asked = was_asked_[path_[1].node - tree_.root().children.load(std::memory_order_relaxed)];
    if (was_asked) return false;
    was_asked = true;
    return true;
  }
  /// Whether the node is proven then.
  bool deduce(Node<Move>& node) {
    game::MoveList<G> moves;
    const game::Seat mover = path_.back().mover;
    switch (deducer_.find(pos_, moves)) {
      case game::Threat::kNone: return false;
      case game::Threat::kWon: prove_for(node, mover, ProvenResult::kUnknownDistance); return true;
      case game::Threat::kLost:
        prove_for(node, static_cast<game::Seat>(1 - mover), ProvenResult::kUnknownDistance);
        return true;
      case game::Threat::kForced: break;
    }
    prove_others_lost(node, moves, mover);
    const ProvenResult proof = proof_from_children(tree_, node, mover);
    if (proof.is_known()) prove(node, proof);
    return proof.is_known();
  }
  void prove_others_lost(Node<Move>& node, const game::MoveList<G>& moves, game::Seat mover) {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    const ProvenResult loss = ProvenResult::of(
        2, [&](game::Seat seat) { return seat == mover ? 0 : game::kPoint; }, ProvenResult::kUnknownDistance);
    for (NodeIndex i = first; i < first + node.child_count; ++i) {
      auto& child = tree_.node(i);
      if (child.proven().is_known() || std::find(moves.begin(), moves.end(), child.move) != moves.end()) continue;
      child.proof.store(loss.bits(), std::memory_order_relaxed);
    }
  }

  /// A new leaf gets its children with the policy's priors and is worth what the network says; no playout.
  Reward value_by_policy(NodeIndex index) {
    if constexpr (game::HasPolicy<G>) {
      auto& node = tree_.node(index);
      NodeIndex expected = kNoChildren;
      const bool is_first = node.children.compare_exchange_strong(expected, kExpanding, std::memory_order_acq_rel);
      game::MoveList<G> moves;
      const game::Threat threat = generate_sensible_moves<G>(pos_, moves);
      if ((threat == game::Threat::kLost || threat == game::Threat::kWon) && can_be_proven(index)) {
        if (is_first) node.children.store(kNoChildren, std::memory_order_release);
        threat == game::Threat::kWon ? prove_win(node) : prove_loss(node);
        return node.proven().reward();
      }
      shared_.evaluator.ask_policy(pos_, moves, answer_);
      if (is_first) publish_children(index, moves);
      return answer_.shares;
    }
    return {};
  }

  /// REQUIRES: this worker holds the node as kExpanding, or runs alone.
  bool publish_children(NodeIndex index, const game::MoveList<G>& moves) {
    auto& node = tree_.node(index);
    const auto count = static_cast<std::uint32_t>(moves.size());
    const NodeIndex first = tree_.allocate(index, count);
    if (first == kNoChildren) {
      shared_.is_full.store(true, std::memory_order_relaxed);
      node.children.store(kNoChildren, std::memory_order_release);
      return false;
    }
    // Equal values are decided by place, so the order starts somewhere else each time.
    std::uint32_t from = random_.below(count);
    const MovePriors<G> priors(pos_, switches_);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Prior prior = shared_.uses_policy ? Prior{1, answer_.priors[from]} : priors.of(moves[from]);
      make_child(first + i, moves[from], prior);
      if (++from == count) from = 0;
    }
    node.child_count = static_cast<std::uint16_t>(count);
    node.children.store(first, std::memory_order_release);
    return true;
  }
  void make_child(NodeIndex child, Move move, Prior prior) {
    tree_.node(child).move = move;
    const bool is_known = prior.visits > 0;
    tree_.amaf().begin(child, amaf_slot<G>(pos_, move), is_known ? prior.visits : kTrace,
                       is_known ? prior.reward : kTrace * static_cast<float>(switches_.first_play));
  }

  /// The best of the children by AMAF and, where they were visited, by value(node).
  template <class Value>
  NodeIndex best_child(const Node<Move>& node, float factor, Value&& value) const {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    const float bonus = shared_.formula.untried_bonus(factor);
    const AmafTable& amaf = tree_.amaf();
    return shared_.is_shared ? amaf.template best<Access::kBesideOthers>(first, node.child_count, bonus, value)
                             : amaf.template best<Access::kAlone>(first, node.child_count, bonus, value);
  }
  float visited_value(NodeIndex child, float factor) const {
    return shared_.formula.value(tree_.node(child), tree_.amaf().mean(child), factor);
  }

  NodeIndex select(const Node<Move>& node) const {
    const game::Seat mover = path_.back().mover;
    const std::uint32_t visits = node.visit_count();
    const float factor = shared_.formula.parent_factor(visits);
    // A proven move is worth what it is worth, and nothing is left to explore there. But while it is the best, some
    // visits must go to the others, or the node would never be proven.
    const bool must_explore = visits % kExploreBesideProven == 0;
    return best_child(node, factor, [&](NodeIndex child) {
      const ProvenResult proof = tree_.node(child).proven();
      return proof.is_known() ? proven_value(proof.payoff(mover), must_explore) : visited_value(child, factor);
    });
  }
  static float proven_value(int payoff, bool must_explore) {
    const float share = static_cast<float>(payoff) / game::kPoint;
    return must_explore && payoff != game::kPoint ? share - 1 : share;
  }

  /// Like select(), but time is only spent on allowed moves whose result is not yet known, as long as there is one.
  NodeIndex select_at_root() const {
    const Node<Move>& root = tree_.root();
    const float factor = shared_.formula.parent_factor(root.visit_count());
    const auto value = [&](NodeIndex child) {
      return tree_.node(child).proven().is_known() ? -1 : visited_value(child, factor);
    };
    if (shared_.root_is_allowed.empty()) return best_child(root, factor, value);
    const NodeIndex first = root.children.load(std::memory_order_acquire);
    NodeIndex best = first;
    float best_value = -2;
    for (NodeIndex i = 0; i < root.child_count; ++i) {
      if (!shared_.is_root_move_allowed(i) || value(first + i) <= best_value) continue;
      best_value = value(first + i);
      best = first + i;
    }
    return best;
  }

  /// PUCT (Silver et al. 2017): a child's mean and what its prior adds; an untried one counts a little less than the
  /// mean of those that were tried. At the root no time is spent on moves that are excluded or proven.
  NodeIndex select_by_policy(const Node<Move>& node, bool is_root) const {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    const game::Seat mover = path_.back().mover;
    float rewards = 0;
    float visits = 0;
    float tried_priors = 0;
    for (NodeIndex i = first; i < first + node.child_count; ++i) {
      const std::uint32_t count = base::load_loosely(tree_.node(i).visits);
      if (count == 0) continue;
      rewards += static_cast<float>(base::load_loosely(tree_.node(i).reward));
      visits += static_cast<float>(count);
      tried_priors += tree_.amaf().mean(i);
    }
    const float untried =
        (visits > 0 ? rewards / visits : 0.5F) - static_cast<float>(switches_.puct_reduction) * std::sqrt(tried_priors);
    const float factor = static_cast<float>(switches_.puct) * std::sqrt(visits + 1);
    const bool must_explore = node.visit_count() % kExploreBesideProven == 0;
    NodeIndex best = first;
    float best_value = -10;
    for (NodeIndex i = first; i < first + node.child_count; ++i) {
      const Node<Move>& child = tree_.node(i);
      const ProvenResult proof = child.proven();
      float value = 0;
      if (is_root && !shared_.is_root_move_allowed(i - first)) {
        value = -9;
      } else if (proof.is_known()) {
        value = is_root ? -8 : proven_value(proof.payoff(mover), must_explore);
      } else {
        const auto count = static_cast<float>(base::load_loosely(child.visits));
        const float own = count > 0 ? static_cast<float>(base::load_loosely(child.reward)) / count : untried;
        value = own + factor * tree_.amaf().mean(i) / (1 + count);
      }
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    return best;
  }

  Reward value_leaf(const Node<Move>& node) {
    if (node.proven().is_known()) return node.proven().reward();
    slots_are_fresh_ = true;
    return simulation_.run(pos_, path_.front().mover, random_);
  }

  void back_up(const Reward& reward) {
    for (std::size_t i = 1; i < path_.size(); ++i) {
      shared_.add(tree_.node(path_[i].node).reward, static_cast<double>(reward[path_[i - 1].mover]));
    }
    if (path_.size() > 1) credit_root_move(slots_are_fresh_ ? simulation_.shares() : reward);
    if (shared_.uses_amaf()) credit_all_moves_as_first(reward);
    if (static_cast<int>(path_.size()) > shared_.deepest.load(std::memory_order_relaxed)) {
      shared_.deepest.store(static_cast<int>(path_.size()), std::memory_order_relaxed);
    }
  }
  void credit_root_move(const Reward& shares) {
    const std::size_t child = path_[1].node - tree_.root().children.load(std::memory_order_relaxed);
    const auto seats = static_cast<std::size_t>(shared_.root_pos.seat_count());
    for (std::size_t seat = 0; seat < seats; ++seat) {
      shared_.add(shared_.root_shares[child * seats + seat], static_cast<double>(shares[seat]));
    }
  }

  void credit_all_moves_as_first(const Reward& reward) {
    set_credits(1.0F);
    for (const Step& step : path_) credit_children(tree_.node(step.node), reward[step.mover]);
    set_credits(0.0F);
  }
  void set_credits(float credit) {
    if (slots_are_fresh_) {
      for (const std::uint16_t slot : simulation_.slots()) credits_[slot] = credit;
    }
    for (std::size_t i = 1; i < path_.size(); ++i) credits_[tree_.amaf().slot(path_[i].node)] = credit;
  }
  void credit_children(const Node<Move>& node, float reward) {
    const NodeIndex first = node.children.load(std::memory_order_acquire);
    if (first == kNoChildren || first == kExpanding) return;
    if (shared_.is_shared) {
      tree_.amaf().template credit<Access::kBesideOthers>(first, node.child_count, credits_, reward);
    } else {
      tree_.amaf().template credit<Access::kAlone>(first, node.child_count, credits_, reward);
    }
  }

  void back_up_proof() {
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      auto& node = tree_.node(path_[i].node);
      if (i == 0) {
        const auto is_allowed = [&](std::size_t child) { return shared_.is_root_move_allowed(child); };
        if (is_settled(tree_, path_[0].mover, is_allowed)) shared_.is_settled.store(true, std::memory_order_relaxed);
      }
      const ProvenResult proof = proof_from_children(tree_, node, path_[i].mover);
      if (!proof.is_known()) return;
      node.proof.store(proof.bits(), std::memory_order_relaxed);
    }
  }

  SharedSearch<G>& shared_;
  Tree<Move>& tree_;
  const MonteCarloSwitches& switches_;
  Position pos_;
  base::Random random_;
  Simulation<G> simulation_;
  Deducer<G> deducer_;
  std::vector<bool> was_asked_;  ///< by child of the root: what the game can prove of it, in this search
  std::vector<Step> path_;
  std::vector<game::Key> keys_;  ///< of the positions before pos_, oldest first
  std::vector<float> credits_;   ///< by AMAF slot: 1 where this iteration credits it, else 0
  game::PolicyAnswer answer_;    ///< of the leaf that was valued last
  bool slots_are_fresh_ = false;
  bool has_new_proof_ = false;
};

}  // namespace partita::search::montecarlo
