#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "game/types.h"
#include "search/table_memory.h"
#include "solve/numbers.h"

namespace partita::solve {

/// What the table remembers of a position.
struct Remembered {
  Numbers numbers;
  std::uint32_t tree_size = 0;  ///< of the proof or disproof once decided, counted as a tree; 0 before
};

/// Proof and disproof numbers by position key, in a table of fixed size: buckets of four sixteen-byte slots, one cache
/// line each. A full bucket gives up the slot that cost least effort, decided positions counting for more; when the
/// whole table is nearly full, a collection clears the cheapest undecided part of it. Any number of threads may use it
/// at once: each slot's words check each other, so that a torn slot is read as empty.
class ProofTable {
 public:
  explicit ProofTable(std::size_t mebibytes);

  bool probe(game::Key key, Remembered& found) const;
  /// REQUIRES: a decided position has tree_size > 0, and an undecided one no zero number.
  void store(game::Key key, const Remembered& known, std::uint64_t effort);
  void prefetch(game::Key key) const { __builtin_prefetch(&buckets_[bucket_of(key)]); }

  void clear();
  /// Clears undecided slots, cheapest first, until about `share` of the table is free.
  void collect_garbage(double share);
  /// True when few free slots are left and a collection would pay.
  bool is_nearly_full() const { return used_slots() > slot_count() - slot_count() / 16; }

  std::size_t slot_count() const { return bucket_count_ * kBucketSlots; }
  std::size_t used_slots() const { return used_.load(std::memory_order_relaxed); }
  std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

  /// One slot as a checkpoint keeps it. The effort sits in the key's low byte.
  struct Image {
    std::uint64_t marked_key;
    std::uint64_t numbers;
  };
  /// Calls visit for every slot that cost at least `min_effort` nodes.
  void for_each_valuable(std::uint64_t min_effort, const std::function<void(const Image&)>& visit) const;
  void restore(const Image& image);

 private:
  static constexpr std::size_t kBucketSlots = 4;
  struct Slot {
    std::atomic<std::uint64_t> checked_key{0};  ///< key and effort, xor numbers
    std::atomic<std::uint64_t> numbers{0};      ///< 0 means empty
  };
  struct alignas(64) Bucket {
    std::array<Slot, kBucketSlots> slots;
  };

  /// Every so many new slots in use, some parts of the table are worth big pages.
  static constexpr std::size_t kSlotsPerStep = 4096;

  std::size_t bucket_of(game::Key key) const;
  void put(game::Key key, std::uint64_t numbers, std::uint8_t effort);

  std::size_t bucket_count_;
  search::TableMemory memory_;
  Bucket* buckets_;  ///< in memory_
  std::atomic<std::size_t> used_{0};
};

}  // namespace partita::solve
