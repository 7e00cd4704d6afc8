#pragma once

// The steps of ProofSearch, included by solve/proof_search.h only.

#include "solve/proof_search.h"

namespace partita::solve {

template <game::Game G>
Numbers ProofSearch<G>::run(Numbers limits) {
  const bool is_attackers_root = line_.is_attackers_turn();
  const Verdict verdict = line_.follow_forced();
  root_length_ = line_.length();
  if (verdict != Verdict::kOpen) {
    root_ = {verdict == Verdict::kHolds ? kProven : kDisproven, 1};
  } else {
    Remembered before;
    is_decided_before_ = share_.table.probe(line_.key(), before) && before.numbers.is_decided();
    descend(limits, root_);
  }
  tell_count();
  // The first choice lies below forced replies: at the root itself the forced reply is the only move.
  if (root_length_ > 0) best_root_move_ = is_good_for(is_attackers_root) ? line_.played(0) : Move{};
  line_.retract_to(0);
  return root_.numbers;
}

template <game::Game G>
auto ProofSearch<G>::root_choice() -> RootChoice {
  RootChoice choice;
  const Verdict verdict = line_.follow_forced();
  root_length_ = line_.length();
  for (std::size_t ply = 0; ply < root_length_; ++ply) choice.forced.push_back(line_.played(ply));
  if (verdict != Verdict::kOpen) {
    choice.numbers = verdict == Verdict::kHolds ? kProven : kDisproven;
  } else {
    Node node(children_here());
    node.key = line_.key();
    node.is_or = choice.is_attackers = line_.is_attackers_turn();
    Remembered now = expand(node);
    Choice nearest;
    if (!now.numbers.is_decided()) now = combine(node, nearest);
    choice.numbers = now.numbers;
    for (const Child& child : node.children) {
      if (!now.numbers.is_decided()) choice.moves.emplace_back(child.move, child.known.numbers);
    }
  }
  line_.retract_to(0);
  return choice;
}

/// Takes a child that needs no search into the node's account. Returns true if it decides the node.
template <game::Game G>
bool ProofSearch<G>::settle_child(Node& node, Verdict verdict, Child& child) {
  const bool is_good_for_chooser = (verdict == Verdict::kHolds) == node.is_or;
  child.rests_on_path = verdict == Verdict::kFails && line_.is_repeated();
  if (is_good_for_chooser) {
    node.rests_on_path = child.rests_on_path;
    return true;
  }
  node.rests_on_path |= child.rests_on_path;
  ++node.settled_size;
  return false;
}

/// Generates the children with what is known of each; returns a decided value if one of them decides the node at once.
template <game::Game G>
Remembered ProofSearch<G>::expand(Node& node) {
  const std::size_t here = line_.length();
  game::MoveList<G> moves;
  line_.choices(moves);
  base::FixedVector<ProofKey, kLooksUpFirst ? G::kMaxMoves : 1> keys;
  if constexpr (kLooksUpFirst) {
    for (const Move move : moves) {
      keys.push_back(line_.key_after(move));
      share_.table.prefetch(keys.back());
    }
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    Child child;
    child.move = move;
    if constexpr (kLooksUpFirst) {
      if (share_.table.probe(keys[i], child.known)) {
        child.key = keys[i];
        node.children.push_back(child);
        continue;
      }
    }
    line_.play(move);
    const Verdict verdict = line_.follow_forced_from_calm();
    bool decides = false;
    if (verdict != Verdict::kOpen) {
      decides = settle_child(node, verdict, child);
    } else {
      child.key = line_.key();
      share_.table.prefetch(child.key);
      child.known = {line_.guess(), 0};
    }
    line_.retract_to(here);
    if (decides) {
      if (here == root_length_) best_root_move_ = move;
      return {node.is_or ? kProven : kDisproven, 1};
    }
    if (verdict == Verdict::kOpen) node.children.push_back(child);
  }
  refresh(node);
  return {};
}

/// Looks every child up again; images of one position are kept once.
template <game::Game G>
void ProofSearch<G>::refresh(Node& node) const {
  std::size_t kept = 0;
  // By the last bits of their keys: most children are told apart without being compared with each other.
  std::array<bool, 256> has_ending{};
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    Child& child = node.children[i];
    const auto is_same = [&](const Child& other) { return other.key == child.key; };
    bool& is_taken = has_ending[child.key.place % has_ending.size()];
    if (is_taken && std::any_of(node.children.begin(), node.children.begin() + kept, is_same)) continue;
    is_taken = true;
    if (!child.known.numbers.is_decided()) share_.table.probe(child.key, child.known);
    node.children[kept++] = child;
  }
  while (node.children.size() > kept) node.children.pop_back();
}

/// The chooser needs one child: its number is the minimum over the children, the other number their sum.
template <game::Game G>
template <Number Numbers::*Own, Number Numbers::*Other>
Remembered ProofSearch<G>::combine_for_chooser(const Node& node, Choice& choice) const {
  std::uint64_t sum = 0;
  std::uint64_t size = node.settled_size;
  Number least = kInfinite + 1;
  Number plain_least = kInfinite;
  Number best_other = 0;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Child& child = node.children[i];
    const Numbers& numbers = child.known.numbers;
    sum += numbers.*Other;
    size += child.known.tree_size;
    plain_least = std::min(plain_least, numbers.*Own);
    const Number own = burdened(numbers.*Own, node, child.key);
    // Of children with equal numbers, the one with the larger number for the other side.
    if (own < least || (own == least && numbers.*Other > best_other)) {
      choice.runner_up = std::min<Number>(least, kInfinite);
      best_other = numbers.*Other;
      choice.index = i;
      least = own;
    } else {
      choice.runner_up = std::min(choice.runner_up, own);
    }
  }
  if (plain_least == 0) {
    return {node.is_or ? kProven : kDisproven, one_more(node.children[choice.index].known.tree_size)};
  }
  if (plain_least >= kInfinite) {
    return {node.is_or ? kDisproven : kProven, capped(size)};
  }
  Remembered open;
  open.numbers.*Own = plain_least;
  open.numbers.*Other = capped(sum);
  return open;
}

template <game::Game G>
Remembered ProofSearch<G>::combine(const Node& node, Choice& choice) const {
  return node.is_or ? combine_for_chooser<&Numbers::proof, &Numbers::disproof>(node, choice)
                    : combine_for_chooser<&Numbers::disproof, &Numbers::proof>(node, choice);
}

template <game::Game G>
Numbers ProofSearch<G>::child_thresholds(const Node& node, const Numbers& limits, const Numbers& now,
                                         const Choice& choice) const {
  const Numbers& child = node.children[choice.index].known.numbers;
  const Number room = capped(static_cast<std::uint64_t>(choice.runner_up) + choice.runner_up / kRoomShare + 1);
  const auto rest = [](Number limit, Number sum, Number own) {
    return limit >= kInfinite ? kInfinite : capped(static_cast<std::uint64_t>(limit) - sum + own);
  };
  // With other threads the chosen child need not be the best one: its threshold must still exceed its number.
  if (node.is_or) {
    return {std::max(std::min(limits.proof, room), child.proof + 1),
            rest(limits.disproof, now.disproof, child.disproof)};
  }
  return {rest(limits.proof, now.proof, child.proof), std::max(std::min(limits.disproof, room), child.disproof + 1)};
}

template <game::Game G>
void ProofSearch<G>::visit_child(Node& node, Child& child, const Numbers& limits) {
  const std::size_t here = line_.length();
  auto& busy = share_.busy[child.key.place % ProofShare::kBusySlots];
  if (settings_.shares_work) busy.fetch_add(1, std::memory_order_relaxed);
  line_.play(child.move);
  line_.follow_forced_from_calm();
  child.rests_on_path = descend(limits, child.known);
  line_.retract_to(here);
  if (settings_.shares_work) {
    busy.fetch_sub(1, std::memory_order_relaxed);
    refresh(node);
  }
}

/// Searches the position on the line until its numbers reach the limits. REQUIRES: it is open.
template <game::Game G>
bool ProofSearch<G>::descend(Numbers limits, Remembered& result) {
  count_node();
  const std::uint64_t nodes_before = nodes_;
  Node node(children_here());
  node.key = line_.key();
  node.is_or = line_.is_attackers_turn();
  if (line_.length() >= kLongestLine) {
    share_.hit_length_limit.store(true, std::memory_order_relaxed);
    result = {kDisproven, 1};
    return true;
  }
  result = expand(node);
  while (!result.numbers.is_decided()) {
    Choice choice;
    result = combine(node, choice);
    const Numbers& now = result.numbers;
    if (is_at_root()) root_ = result;
    if (now.is_decided() || now.proof >= limits.proof || now.disproof >= limits.disproof) {
      if (now.is_decided() && is_at_root() && now.is_proven() == node.is_or && !node.children.empty()) {
        best_root_move_ = node.children[choice.index].move;
      }
      break;
    }
    if (share_.stop.is_raised()) return true;
    visit_child(node, node.children[choice.index], child_thresholds(node, limits, now, choice));
  }
  if (result.numbers.is_disproven()) {
    for (const Child& child : node.children) node.rests_on_path |= child.rests_on_path;
  } else {
    node.rests_on_path = false;
  }
  if (!node.rests_on_path) share_.table.store(node.key, result, nodes_ - nodes_before + 1);
  return node.rests_on_path;
}

template <game::Game G>
void ProofSearch<G>::count_node() {
  ++nodes_;
  deepest_ = std::max(deepest_, static_cast<int>(line_.length()));
  if (nodes_ % settings_.step_nodes != 0) return;
  tell_count();
  int deepest = share_.deepest_ply.load(std::memory_order_relaxed);
  if (deepest_ > deepest) share_.deepest_ply.store(deepest_, std::memory_order_relaxed);
  if (settings_.on_step) settings_.on_step(root_.numbers);
}

template <game::Game G>
void ProofSearch<G>::tell_count() {
  if (!is_decided_before_) share_.nodes.fetch_add(nodes_ - told_nodes_, std::memory_order_relaxed);
  told_nodes_ = nodes_;
}

}  // namespace partita::solve
