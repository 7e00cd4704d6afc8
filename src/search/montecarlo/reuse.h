#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "game/concept.h"
#include "search/montecarlo/tree.h"

namespace partita::search::montecarlo {

/// Finds the position of a new search in the tree of the last one: along the keys of the game if these are known, else
/// by looking around, as the stones of a turn may have come in another order than in the tree.
template <game::Game G>
class ReuseFinder {
 public:
  using Position = typename G::Position;

  ReuseFinder(const Tree<typename G::Move>& tree, const Position& target) : tree_(tree), target_(target) {}

  /// The node of `target`, from `root` which is node 0.
  std::optional<NodeIndex> find(const Position& root, const std::vector<game::Key>& earlier_keys) {
    if (root == target_) return NodeIndex{0};
    const int plies = static_cast<int>(target_.ply()) - static_cast<int>(root.ply());
    if (plies < 1 || plies > kMaxPlies) return std::nullopt;
    if (const auto found = follow_keys(root, earlier_keys)) return found;
    nodes_left_ = kMaxNodes;
    return look_around(root, 0, plies);
  }

 private:
  static constexpr int kMaxPlies = 16;
  static constexpr int kMaxNodes = 5'000;  // about a millisecond

  std::optional<NodeIndex> follow_keys(Position pos, const std::vector<game::Key>& earlier_keys) const {
    const auto start = std::find(earlier_keys.rbegin(), earlier_keys.rend(), pos.key());
    if (start == earlier_keys.rend()) return std::nullopt;
    NodeIndex index = 0;
    for (auto key = start.base(); key != earlier_keys.end(); ++key) {
      if (!step(pos, index, *key)) return std::nullopt;
    }
    if (!step(pos, index, target_.key()) || !(pos == target_)) return std::nullopt;
    return index;
  }
  bool step(Position& pos, NodeIndex& index, game::Key key) const {
    const auto& node = tree_.node(index);
    if (!node.has_children()) return false;
    const NodeIndex first = node.children.load(std::memory_order_relaxed);
    for (NodeIndex i = first; i < first + node.child_count; ++i) {
      Position next = pos;
      next.play(tree_.node(i).move);
      if (next.key() != key) continue;
      pos = next;
      index = i;
      return true;
    }
    return false;
  }

  std::optional<NodeIndex> look_around(const Position& pos, NodeIndex index, int plies) {
    const auto& node = tree_.node(index);
    if (!node.has_children() || pos.is_over()) return std::nullopt;
    const NodeIndex first = node.children.load(std::memory_order_relaxed);
    for (NodeIndex i = first; i < first + node.child_count; ++i) {
      if (plies > 1 && !tree_.node(i).has_children()) continue;
      if (--nodes_left_ < 0) return std::nullopt;
      Position next = pos;
      next.play(tree_.node(i).move);
      if (plies == 1) {
        if (next.key() == target_.key() && next == target_) return i;
      } else if (const auto found = look_around(next, i, plies - 1)) {
        return found;
      }
    }
    return std::nullopt;
  }

  const Tree<typename G::Move>& tree_;
  const Position& target_;
  int nodes_left_ = 0;
};

}  // namespace partita::search::montecarlo
