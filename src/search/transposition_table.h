#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/loose_access.h"
#include "base/place_among.h"
#include "game/types.h"
#include "search/switches.h"
#include "search/table_memory.h"
#include "search/task.h"

namespace partita::search {

/// What the table knows of a position. Values are relative to the node (values.h: to_table, from_table).
struct TableEntry {
  game::Score score = 0;
  std::uint32_t move = 0;  ///< the bytes of a Move
  int depth = 0;
  Bound bound = Bound::kNone;
};

/// Counted by each thread for itself.
struct TableCounts {
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t cutoffs = 0;
  std::uint64_t stores = 0;
  std::uint64_t index_collisions = 0;  ///< a store that drove out another position
  std::uint64_t key_collisions = 0;    ///< a hit whose move is not legal: another position with the same key
  // Counted where identities are kept.
  std::uint64_t shared_keys = 0;     ///< a store over another position with the same key
  std::uint64_t false_hits = 0;      ///< a hit on another position with the same key
  std::uint64_t killer_cutoffs = 0;  ///< a killer move that cut off again

  TableCounts& operator+=(const TableCounts& other);
};

/// The transposition table: 16 bytes an entry, shared by all threads without locks. An entry is two words; the second
/// carries 48 bits of the key mixed with the first word, so that two halves of different writes never pass for one
/// entry.
class TranspositionTable {
 public:
  /// Forgets everything. New memory comes zeroed and untouched: pages that are never used cost nothing.
  void resize(int mebibytes, Replacement replacement);
  /// From the next resize() on, whether a second key is kept beside each entry that tells positions with equal keys
  /// apart, so that they can be counted.
  void keep_identities(bool keeps) { keeps_identities_ = keeps; }
  /// Forgets everything, as a rule without touching the memory: entries of before match no key and count as empty.
  void clear();
  /// Entries of earlier searches become the first to go.
  void age();

  bool probe(game::Key key, TableEntry& entry) const {
    const Slot* slot = slots_at(key);
    for (std::size_t i = 0; i < slots_in_place_; ++i) {
      const std::uint64_t check = base::load_loosely(slot[i].check);
      const std::uint64_t data = base::load_loosely(slot[i].data);
      if (((check ^ mixed(data) ^ (key << kMetaBits) ^ salt_) & kKeyMask) != 0) continue;
      entry.bound = static_cast<Bound>(check >> 6 & 3);
      if (entry.bound == Bound::kNone) continue;
      entry.depth = static_cast<int>(check >> 8 & 0xFF);
      entry.score = static_cast<game::Score>(static_cast<std::uint32_t>(data));
      entry.move = static_cast<std::uint32_t>(data >> 32);
      return true;
    }
    return false;
  }

  /// REQUIRES: entry.bound is not kNone and 0 <= entry.depth <= 255.
  void store(game::Key key, const TableEntry& entry, TableCounts& counts, game::Key identity = 0);
  /// Whether an entry found by this key is another position's, as far as identities are kept. One slot in a place only.
  bool is_of_another(game::Key key, game::Key identity) const {
    return identities_ != nullptr && identities_[place_of(key)].load(std::memory_order_relaxed) != identity;
  }

  void prefetch(game::Key key) const { __builtin_prefetch(slots_at(key)); }
  /// How much of a sample is in use by this search, per mille.
  int hashfull() const;
  bool is_empty() const { return places_ == 0; }
  /// Tells that the next search will visit many nodes.
  void expect_many_nodes() {
    if (noted_nodes_.load(std::memory_order_relaxed) == 0) memory_.use_big_pages();
  }
  /// Tells that a search has visited so many more nodes: what is much used is worth big pages. Any thread.
  void note_use(int nodes) {
    if (!memory_.has_small_pages()) return;
    const std::uint64_t before = noted_nodes_.fetch_add(static_cast<std::uint64_t>(nodes), std::memory_order_relaxed);
    const std::uint64_t now = before + static_cast<std::uint64_t>(nodes);
    if (now >= kNodesOnSmallPages && before / kNodesPerStep != now / kNodesPerStep) memory_.add_big_pages();
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> data;   ///< score, move
    std::atomic<std::uint64_t> check;  ///< key (48), depth (8), bound (2), generation (6)
  };
  static_assert(sizeof(Slot) == 16);

  /// When about as much time has gone into small pages as the big ones will take: at most twice the least time is
  /// spent, wherever the search ends.
  static constexpr std::uint64_t kNodesOnSmallPages = 8192;
  static constexpr std::uint64_t kNodesPerStep = 2048;

  static constexpr int kMetaBits = 16;
  static constexpr std::uint64_t kKeyMask = ~std::uint64_t{0xFFFF};
  static constexpr std::uint8_t kGenerationMask = 63;
  static constexpr int kMostSteps = kGenerationMask - 1;
  static constexpr std::size_t kBucket = 4;

  static std::uint64_t mixed(std::uint64_t data) { return data * 0x9E3779B97F4A7C15ULL & kKeyMask; }
  static int depth_of(std::uint64_t check) { return static_cast<int>(check >> 8 & 0xFF); }
  static bool is_used(std::uint64_t check) { return (check >> 6 & 3) != 0; }

  /// The high bits of the key choose the place; the low 48 are compared.
  std::size_t place_of(game::Key key) const { return base::place_among(key, places_); }
  Slot* slots_at(game::Key key) { return slots_ + place_of(key) * slots_in_place_; }
  const Slot* slots_at(game::Key key) const { return slots_ + place_of(key) * slots_in_place_; }
  int age_of(std::uint64_t check) const { return static_cast<int>((generation_ - check) & kGenerationMask); }
  /// Written since the last clear().
  bool is_live(std::uint64_t check) const { return is_used(check) && age_of(check) <= live_ages_; }
  void step_generation();
  void wipe();
  void sweep_part();
  Slot* slot_to_replace(game::Key key, int depth);

  TableMemory memory_;
  std::atomic<std::uint64_t> noted_nodes_{0};
  Slot* slots_ = nullptr;
  std::unique_ptr<std::atomic<game::Key>[]> identities_;  ///< by place, where they are kept; valid where a slot is
  bool keeps_identities_ = false;
  std::size_t places_ = 0;
  std::size_t slots_in_place_ = 1;
  Replacement replacement_ = Replacement::kBuckets;
  std::uint8_t generation_ = 0;
  /// Generations since the last clear(), and since there was certainly no entry of before it. A generation comes again
  /// after 64, so that entries of before a clear() must be gone by then.
  int live_ages_ = 0;
  int steps_ = 0;
  std::size_t swept_ = 0;  ///< slots from the first on that hold nothing of before the last clear()
  std::uint64_t clears_ = 0;
  std::uint64_t salt_ = 0;  ///< mixed into the keys; another one after each clear()
  int mebibytes_ = 0;
};

}  // namespace partita::search
