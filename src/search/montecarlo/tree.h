#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "search/montecarlo/amaf_table.h"
#include "search/montecarlo/node.h"

namespace partita::search::montecarlo {

/// All nodes of one search in one array of fixed size: the memory bound. Children of a node are one block; blocks are
/// taken from the end and given back by sliding the living ones together, so parents always stand before their
/// children. Any worker may call allocate(), used() and capacity() at any time, everything else only while no worker
/// runs.
template <class Move>
class Tree {
 public:
  using NodeType = Node<Move>;
  /// At least 40, as in earlier versions: a bound in bytes then holds as many nodes, and searches find the same move.
  static constexpr std::size_t kBytesPerNode = std::max<std::size_t>(sizeof(NodeType) + AmafTable::kBytesPerNode, 40);

  explicit Tree(std::size_t capacity) { resize(capacity); }

  /// Forgets everything. The pages are only touched when used, so a large bound costs nothing by itself.
  void resize(std::size_t capacity) {
    capacity_ = std::min(std::max<std::size_t>(capacity, 2), kMaxCapacity);
    storage_.reset(static_cast<NodeType*>(::operator new(capacity_ * sizeof(NodeType))));
    amaf_.resize(capacity_);
    clear();
  }
  void clear() {
    new (&node(0)) NodeType();
    amaf_.clear(0, 1);
    set_used(1);
    blocks_.clear();
    is_whole_ = true;
  }

  NodeType& node(NodeIndex index) { return storage_.get()[index]; }
  const NodeType& node(NodeIndex index) const { return storage_.get()[index]; }
  NodeType& root() { return node(0); }
  const NodeType& root() const { return node(0); }
  AmafTable& amaf() { return amaf_; }
  const AmafTable& amaf() const { return amaf_; }
  std::size_t capacity() const { return capacity_; }
  std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  /// False after an interrupted slide(): links are right, but the room between was not given back. clear() mends it.
  bool is_whole() const { return is_whole_; }

  /// Room for `count` fresh children of `parent`, not yet linked; kNoChildren when the bound is reached.
  NodeIndex allocate(NodeIndex parent, std::size_t count) {
    NodeIndex first = kNoChildren;
    {
      const std::lock_guard lock(mutex_);
      const std::size_t before = used();
      if (before + count > capacity_) return kNoChildren;
      first = static_cast<NodeIndex>(before);
      set_used(before + count);
      blocks_.push_back({first, static_cast<NodeIndex>(count), parent, first});
    }
    for (std::size_t i = 0; i < count; ++i) new (&node(first + static_cast<NodeIndex>(i))) NodeType();
    amaf_.clear(first, count);
    return first;
  }

  /// Makes `index` the root and gives back everything that is not below it.
  template <class ShouldStop>
  bool keep_only_below(NodeIndex index, ShouldStop&& should_stop) {
    if (index != 0) copy(index, 0);
    return slide(index, 0, should_stop);
  }

  /// Gives back the children of little visited nodes until at most half of the room is used.
  template <class ShouldStop>
  bool prune(ShouldStop&& should_stop) {
    return slide(0, pruning_threshold(), should_stop);
  }

 private:
  struct Block {
    NodeIndex first = 0;
    NodeIndex count = 0;
    NodeIndex parent = 0;
    NodeIndex moved_to = 0;  ///< kNoChildren: given back
  };
  struct Release {
    void operator()(NodeType* nodes) const { ::operator delete(nodes); }
  };
  static constexpr std::size_t kMaxCapacity = 0xFFFFFF00U;
  static constexpr std::size_t kStopCheckBlocks = 128;

  void set_used(std::size_t count) { used_.store(count, std::memory_order_relaxed); }

  /// The least power of two such that the blocks below nodes with that many visits fill at most half of the room.
  std::uint32_t pruning_threshold() const {
    std::array<std::size_t, 33> nodes_by_width{};
    for (const Block& block : blocks_) {
      nodes_by_width[static_cast<std::size_t>(std::bit_width(node(block.parent).visit_count()))] += block.count;
    }
    std::size_t kept = 0;
    for (std::size_t width = 32; width > 0; --width) {
      kept += nodes_by_width[width];
      if (kept > capacity_ / 2) return width == 32 ? 0xFFFFFFFFU : 1U << width;
    }
    return 1;
  }

  /// The block a node lies in. REQUIRES: blocks_ are in the order of `first` and node 0 is not asked for.
  const Block& block_of(NodeIndex index) const {
    const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), index,
                                        [](NodeIndex i, const Block& block) { return i < block.first; });
    return *(after - 1);
  }
  /// Where a parent stands after the slide, or kExpanding when it was given back.
  NodeIndex new_place(NodeIndex parent, NodeIndex new_root) const {
    if (parent == new_root) return 0;
    if (parent == 0) return kExpanding;
    const Block& block = block_of(parent);
    return block.moved_to == kNoChildren ? kExpanding : parent - block.first + block.moved_to;
  }

  template <class ShouldStop>
  bool slide(NodeIndex new_root, std::uint32_t min_visits, ShouldStop&& should_stop) {
    is_whole_ = false;
    NodeIndex end = 1;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (i % kStopCheckBlocks == 0 && should_stop()) return false;
      Block& block = blocks_[i];
      const NodeIndex parent = new_place(block.parent, new_root);
      block.moved_to = kNoChildren;
      if (parent == kExpanding) continue;
      if (parent != 0 && node(parent).visit_count() < min_visits) {
        node(parent).children.store(kNoChildren, std::memory_order_relaxed);
        continue;
      }
      move_block(block, parent, end);
      end += block.count;
    }
    forget_dead_blocks(new_root);
    set_used(end);
    is_whole_ = true;
    return true;
  }
  void copy(NodeIndex from, NodeIndex to) {
    node(to) = node(from);
    amaf_.copy(from, to);
  }
  void move_block(Block& block, NodeIndex parent, NodeIndex to) {
    block.moved_to = to;
    if (to != block.first) {
      for (NodeIndex k = 0; k < block.count; ++k) copy(block.first + k, to + k);
    }
    node(parent).children.store(to, std::memory_order_relaxed);
  }
  void forget_dead_blocks(NodeIndex new_root) {
    for (Block& block : blocks_) {
      if (block.moved_to != kNoChildren) block.parent = new_place(block.parent, new_root);
    }
    blocks_.erase(std::remove_if(blocks_.begin(), blocks_.end(),
                                 [](const Block& block) { return block.moved_to == kNoChildren; }),
                  blocks_.end());
    for (Block& block : blocks_) block.first = block.moved_to;
  }

  std::unique_ptr<NodeType, Release> storage_;
  AmafTable amaf_;
  std::size_t capacity_ = 0;
  std::atomic<std::size_t> used_{
      0};  ///< written under the mutex, or while no worker runs; reports read it beside workers
  std::vector<Block> blocks_;
  std::mutex mutex_;
  bool is_whole_ = true;
};

}  // namespace partita::search::montecarlo
