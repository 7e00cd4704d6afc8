#pragma once

#include <atomic>
#include <cstdint>

#include "base/loose_access.h"
#include "search/montecarlo/proven_result.h"

namespace partita::search::montecarlo {

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoChildren = 0;           // node 0 is the root and nobody's child
inline constexpr NodeIndex kExpanding = 0xFFFFFFFFU;  // one worker is about to publish the children

/// Sums from several workers; an update lost between load and store is harmless for the statistics it is used for.
template <class T>
void add_loosely(std::atomic<T>& sum, T value) {
  base::store_loosely(sum, base::load_loosely(sum) + value);
}
/// Nothing is lost. (std::atomic<double>::fetch_add is missing from the browser toolchain's library.)
template <class T>
void add_exactly(std::atomic<T>& sum, T value) {
  T old = sum.load(std::memory_order_relaxed);
  while (!sum.compare_exchange_weak(old, old + value, std::memory_order_relaxed)) {
  }
}

/// A move in the tree and what is known of it. Statistics are atomic and relaxed: any worker may touch them. `move` is
/// written before the node is published through its parent's `children` (release, acquire) and then
/// only while no worker runs. `visits` grows on the way down and `reward` on the way back: a simulation in flight
/// counts as lost, which is the virtual loss that sends parallel workers apart.
template <class Move>
struct Node {
  std::atomic<double> reward{0};  ///< sum of shares of the seat that makes `move`
  std::atomic<std::uint32_t> visits{0};
  std::atomic<NodeIndex> children{kNoChildren};
  std::atomic<std::uint32_t> proof{0};  ///< bits of a ProvenResult
  Move move{};
  std::uint16_t child_count = 0;  ///< valid once `children` is published

  Node() = default;
  Node(const Node& other) { *this = other; }
  /// REQUIRES: no worker is running.
  Node& operator=(const Node& other) {
    if (this == &other) return *this;
    copy(reward, other.reward);
    copy(visits, other.visits);
    copy(children, other.children);
    copy(proof, other.proof);
    move = other.move;
    child_count = other.child_count;
    return *this;
  }

  ProvenResult proven() const { return ProvenResult(base::load_loosely(proof)); }
  std::uint32_t visit_count() const { return base::load_loosely(visits); }
  bool has_children() const {
    const NodeIndex first = children.load(std::memory_order_acquire);
    return first != kNoChildren && first != kExpanding;
  }
  /// The average share of the seat that makes this move; 0 without visits.
  double mean() const {
    const std::uint32_t count = visit_count();
    return count == 0 ? 0.0 : base::load_loosely(reward) / count;
  }

 private:
  template <class T>
  static void copy(std::atomic<T>& to, const std::atomic<T>& from) {
    base::store_loosely(to, base::load_loosely(from));
  }
};

}  // namespace partita::search::montecarlo
