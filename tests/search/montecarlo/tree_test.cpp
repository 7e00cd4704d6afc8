// The node array: what survives pruning and a change of root, and what an interrupted slide leaves behind.
#include "search/montecarlo/tree.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace partita::search::montecarlo {
namespace {

const auto kNever = [] { return false; };

NodeIndex give_children(Tree<int>& tree, NodeIndex parent, std::uint16_t count) {
  const NodeIndex first = tree.allocate(parent, count);
  if (first == kNoChildren) return first;
  for (NodeIndex i = 0; i < count; ++i)
    tree.node(first + i).move = static_cast<int>(tree.node(parent).move * 10 + 1 + i);
  tree.node(parent).child_count = count;
  tree.node(parent).children = first;
  return first;
}

/// Every node's move continues its parent's digits: links that point to the wrong block show.
std::size_t count_consistent(const Tree<int>& tree, NodeIndex index) {
  std::size_t count = 1;
  const auto& node = tree.node(index);
  if (!node.has_children()) return count;
  for (NodeIndex i = 0; i < node.child_count; ++i) {
    const NodeIndex child = node.children + i;
    EXPECT_EQ(tree.node(child).move, static_cast<int>(node.move * 10 + 1 + i));
    count += count_consistent(tree, child);
  }
  return count;
}

/// A random tree in which a node has at most as many visits as its parent.
void grow(Tree<int>& tree, std::uint64_t seed) {
  base::Random random(seed);
  tree.root().visits = 1'000'000;
  give_children(tree, 0, 5);
  for (NodeIndex at = 1; at < tree.used(); ++at) {
    if (tree.node(at).move > 9'999'999) continue;
    tree.node(at).visits = 1 + random.below(5000) / static_cast<std::uint32_t>(tree.node(at).move);
    if (random.below(3) == 0) give_children(tree, at, static_cast<std::uint16_t>(1 + random.below(5)));
  }
}

TEST(Tree, RefusesWhenFullAndKeepsItsWord) {
  Tree<int> tree(10);
  EXPECT_NE(tree.allocate(0, 9), kNoChildren);
  EXPECT_EQ(tree.allocate(0, 1), kNoChildren);
  EXPECT_EQ(tree.used(), 10U);
}

TEST(Tree, PruningHalvesAndKeepsTheMostVisited) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    Tree<int> tree(600);
    grow(tree, seed);
    ASSERT_TRUE(tree.prune(kNever));
    EXPECT_LE(tree.used(), 301U + 5U);
    EXPECT_EQ(count_consistent(tree, 0), tree.used());
    EXPECT_TRUE(tree.root().has_children());
  }
}

TEST(Tree, ANewRootBringsItsWholeSubtreeAndNothingElse) {
  for (std::uint64_t seed = 1; seed < 30; ++seed) {
    Tree<int> tree(600);
    grow(tree, seed);
    const NodeIndex chosen = 1 + static_cast<NodeIndex>(seed % 5);
    const int move = tree.node(chosen).move;
    const std::size_t below = count_consistent(tree, chosen);
    ASSERT_TRUE(tree.keep_only_below(chosen, kNever));
    EXPECT_EQ(tree.root().move, move);
    EXPECT_EQ(tree.used(), below);
    EXPECT_EQ(count_consistent(tree, 0), below);
    const NodeIndex more = give_children(tree, static_cast<NodeIndex>(tree.used() - 1), 3);
    EXPECT_NE(more, kNoChildren) << "the room was given back";
    ASSERT_TRUE(tree.prune(kNever));
    EXPECT_EQ(count_consistent(tree, 0), tree.used()) << "parents of blocks were renumbered";
  }
}

TEST(Tree, AnInterruptedSlideLeavesLinksThatCanBeRead) {
  Tree<int> tree(100'000);
  base::Random random(5);
  give_children(tree, 0, 9);
  for (NodeIndex at = 1; tree.used() < 90'000; ++at) {
    if (tree.node(at).move < 9'999'999) give_children(tree, at, static_cast<std::uint16_t>(1 + random.below(9)));
  }
  const std::size_t below = count_consistent(tree, 5);
  int checks = 0;
  EXPECT_FALSE(tree.keep_only_below(5, [&] { return ++checks == 20; }));
  EXPECT_FALSE(tree.is_whole());
  EXPECT_EQ(count_consistent(tree, 0), below);
  tree.clear();
  EXPECT_TRUE(tree.is_whole());
}

}  // namespace
}  // namespace partita::search::montecarlo
