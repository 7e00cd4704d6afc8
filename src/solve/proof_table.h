#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "search/table_memory.h"
#include "solve/numbers.h"
#include "solve/proof_key.h"

namespace partita::solve {

/// What the table remembers of a position.
struct Remembered {
  Numbers numbers;
  std::uint32_t tree_size = 0;  ///< of the proof or disproof once decided, counted as a tree; 0 before
};

/// Proof and disproof numbers by position, in a table of fixed size: buckets of four sixteen-byte slots, one cache
/// line each. The bucket follows from one key, and the slot holds all 64 bits of the other: a position that is not
/// there is taken for one of the four that are with a chance of 2^-62 at most. A full bucket gives up the slot that
/// cost least effort, decided positions counting for more; when the whole table is nearly full, a collection clears the
/// cheapest undecided part of it. Any number of threads may use it at once: each slot's words check each other, so that
/// a torn slot is read as empty.
class ProofTable {
 public:
  /// `seed` chooses the random numbers of the check keys (check_keys()) by which all that is in it is named.
  explicit ProofTable(std::size_t mebibytes, std::uint64_t seed = 0);

  std::uint64_t seed() const { return seed_; }

  bool probe(const ProofKey& key, Remembered& found) const;
  /// REQUIRES: a decided position has tree_size > 0, and an undecided one no zero number.
  void store(const ProofKey& key, const Remembered& known, std::uint64_t effort);
  void prefetch(const ProofKey& key) const { __builtin_prefetch(&buckets_[bucket_of(key.place)]); }

  void clear();
  /// Clears undecided slots, cheapest first, until about `share` of the table is free.
  void collect_garbage(double share);
  /// True when few free slots are left and a collection would pay.
  bool is_nearly_full() const { return used_slots() > slot_count() - slot_count() / 16; }

  std::size_t slot_count() const { return bucket_count_ * kBucketSlots; }
  std::size_t used_slots() const { return used_.load(std::memory_order_relaxed); }
  std::size_t bucket_count() const { return bucket_count_; }
  std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

  /// One slot as a checkpoint keeps it, for a table of as many buckets.
  struct Image {
    std::uint64_t bucket;
    std::uint64_t check;
    std::uint64_t content;  ///< numbers and effort; 0 means empty
  };
  /// Calls visit for every slot that cost at least `min_effort` nodes.
  void for_each_valuable(std::uint64_t min_effort, const std::function<void(const Image&)>& visit) const;
  /// Returns false for an image that no table of this size can have written.
  bool restore(const Image& image);

 private:
  static constexpr std::size_t kBucketSlots = 4;
  struct Slot {
    std::atomic<std::uint64_t> checked{0};  ///< the check key xor the content
    std::atomic<std::uint64_t> content{0};  ///< effort and numbers; 0 means empty
  };
  struct alignas(64) Bucket {
    std::array<Slot, kBucketSlots> slots;
  };

  /// Every so many new slots in use, some parts of the table are worth big pages.
  static constexpr std::size_t kSlotsPerStep = 4096;

  std::size_t bucket_of(game::Key place) const;
  void put(std::size_t bucket, game::Key check, std::uint64_t content);

  std::uint64_t seed_;
  std::size_t bucket_count_;
  search::TableMemory memory_;
  Bucket* buckets_;  ///< in memory_
  std::atomic<std::size_t> used_{0};
};

}  // namespace partita::solve
