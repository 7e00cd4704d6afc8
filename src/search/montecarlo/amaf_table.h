#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/loose_access.h"
#include "search/montecarlo/node.h"

namespace partita::search::montecarlo {

/// Whether a worker has the tree to itself.
enum class Access : std::uint8_t { kAlone, kBesideOthers };

/// What simulations say of the moves that came up in them anywhere ("all moves as first"), by node. It stands apart
/// from the nodes and field by field: selection and credit go through all children of a node, which are neighbours
/// here, so that a processor handles several at once. Sums of several workers are loose: an update lost is harmless.
/// Any worker may read and add to what is published; everything else only while no worker runs, or before it is
/// published.
class AmafTable {
 public:
  static constexpr std::size_t kBytesPerNode = 2 * sizeof(float) + sizeof(std::uint16_t) + sizeof(std::uint8_t);

  /// Forgets everything. The pages are only touched when used.
  void resize(std::size_t capacity) {
    rewards_.reset(new float[capacity]);
    visits_.reset(new float[capacity]);
    slots_.reset(new std::uint16_t[capacity]);
    tried_.reset(new std::uint8_t[capacity]);
  }
  /// Makes nodes of which nothing is known.
  void clear(NodeIndex first, std::size_t count) {
    std::fill_n(&rewards_[first], count, 0.0F);
    std::fill_n(&visits_[first], count, 0.0F);
    std::fill_n(&slots_[first], count, std::uint16_t{0});
    std::fill_n(&tried_[first], count, std::uint8_t{0});
  }
  void begin(NodeIndex node, std::uint16_t slot, float visits, float reward) {
    slots_[node] = slot;
    visits_[node] = visits;
    rewards_[node] = reward;
  }
  void copy(NodeIndex from, NodeIndex to) {
    rewards_[to] = rewards_[from];
    visits_[to] = visits_[from];
    slots_[to] = slots_[from];
    tried_[to] = tried_[from];
  }

  /// Nodes with the same slot are credited together.
  std::uint16_t slot(NodeIndex node) const { return slots_[node]; }
  /// The node itself is visited from now on.
  void mark_tried(NodeIndex node) { base::store_loosely(tried_[node], std::uint8_t{1}); }
  float mean(NodeIndex node) const { return base::load_loosely(rewards_[node]) / base::load_loosely(visits_[node]); }

  /// Whether a child is credited is as random as the simulation was: adding 0 or 1 is faster than asking.
  template <Access kAccess>
  void credit(NodeIndex first, std::size_t count, const std::vector<float>& credits, float reward) {
    float* __restrict rewards = &rewards_[first];
    float* __restrict visits = &visits_[first];
    const std::uint16_t* slots = &slots_[first];
    const float* __restrict of_slot = credits.data();
    for (std::size_t begin = 0; begin < count; begin += kTogether) {
      const std::size_t end = std::min(count, begin + kTogether);
      // Looked up one by one, so that the sums can be made together.
      std::array<float, kTogether> credit;
      for (std::size_t i = begin; i < end; ++i) credit[i - begin] = of_slot[slots[i]];
      for (std::size_t i = begin; i < end; ++i) {
        write<kAccess>(visits[i], read<kAccess>(visits[i]) + credit[i - begin]);
        write<kAccess>(rewards[i], read<kAccess>(rewards[i]) + credit[i - begin] * reward);
      }
    }
  }

  /// The first of the children with the greatest value above -2, or the first of all: for one that was never visited
  /// the mean here plus `bonus`, for others value(node).
  template <Access kAccess, class Value>
  NodeIndex best(NodeIndex first, std::size_t count, float bonus, Value&& value) const {
    NodeIndex best = first;
    float best_value = -2;
    for (std::size_t begin = 0; begin < count; begin += kTogether) {
      const auto at = static_cast<NodeIndex>(first + begin);
      const std::size_t width = std::min(kTogether, count - begin);
      std::array<float, kTogether> values;
      means<kAccess>(at, width, bonus, values);
      for_each_tried<kAccess>(at, width, [&](std::size_t i) { values[i] = value(static_cast<NodeIndex>(at + i)); });
      std::array<float, kTogether> compared = values;
      const float most = greatest(compared);
      if (most <= best_value) continue;
      best_value = most;
      best = at + place_of(most, values);
    }
    return best;
  }

 private:
  static constexpr std::size_t kTogether = 64;
  static constexpr float kNone = -2;

  template <Access kAccess, class T>
  static T read(const T& word) {
    if constexpr (kAccess == Access::kAlone) return word;
    return base::load_loosely(word);
  }
  template <Access kAccess, class T>
  static void write(T& word, T value) {
    if constexpr (kAccess == Access::kAlone) {
      word = value;
    } else {
      base::store_loosely(word, value);
    }
  }

  template <Access kAccess, class Visit>
  void for_each_tried(NodeIndex first, std::size_t count, Visit&& visit) const {
    std::size_t i = 0;
    if constexpr (kAccess == Access::kAlone) {
      static_assert(std::endian::native == std::endian::little, "the first byte is the lowest");
      for (; i + sizeof(std::uint64_t) <= count; i += sizeof(std::uint64_t)) {
        std::uint64_t marks = 0;
        std::memcpy(&marks, &tried_[first + i], sizeof marks);
        for (; marks != 0; marks &= marks - 1) visit(i + static_cast<std::size_t>(std::countr_zero(marks)) / 8);
      }
    }
    for (; i < count; ++i) {
      if (read<kAccess>(tried_[first + i]) != 0) visit(i);
    }
  }

  template <Access kAccess>
  void means(NodeIndex first, std::size_t count, float bonus, std::array<float, kTogether>& values) const {
    const float* rewards = &rewards_[first];
    const float* visits = &visits_[first];
    float* __restrict to = values.data();
    for (std::size_t i = 0; i < count; ++i) to[i] = read<kAccess>(rewards[i]) / read<kAccess>(visits[i]) + bonus;
    for (std::size_t i = count; i < kTogether; ++i) to[i] = kNone;
  }
  /// By halves, each half of which is compared at once: known to the compiler, so that no loop is left.
  template <std::size_t kHalf = kTogether / 2>
  static float greatest(std::array<float, kTogether>& values) {
    for (std::size_t i = 0; i < kHalf; ++i) values[i] = values[i + kHalf] > values[i] ? values[i + kHalf] : values[i];
    if constexpr (kHalf > 1) return greatest<kHalf / 2>(values);
    return values[0];
  }
  /// The first place of a value that is there. Every place is looked at, many at once: asking one after the other where
  /// to stop would be a guess each time.
  static NodeIndex place_of(float wanted, const std::array<float, kTogether>& values) {
    auto place = static_cast<std::int32_t>(kTogether);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(kTogether); ++i) {
      const std::int32_t here =
          values[static_cast<std::size_t>(i)] == wanted ? i : static_cast<std::int32_t>(kTogether);
      place = std::min(place, here);
    }
    return static_cast<NodeIndex>(place);
  }

  std::unique_ptr<float[]> rewards_;
  std::unique_ptr<float[]> visits_;  ///< parts too, as priors may weigh less than one visit
  std::unique_ptr<std::uint16_t[]> slots_;
  std::unique_ptr<std::uint8_t[]> tried_;
};

}  // namespace partita::search::montecarlo
