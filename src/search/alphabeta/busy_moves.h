#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace partita::search {

/// Simplified ABDADA: which moves the threads of one search are searching now. A thread that comes to a move of another
/// thread defers it: when it comes back the table often has the value, and the threads spread over the tree. An entry
/// that is overwritten by another in the same place only costs doubled work. Any thread.
class BusyMoves {
 public:
  /// What stands for a move in a position; never 0.
  using Id = std::uint64_t;

  bool has(Id id) const { return slot(id).load(std::memory_order_relaxed) == id; }
  void add(Id id) { slot(id).store(id, std::memory_order_relaxed); }
  void remove(Id id) {
    if (has(id)) slot(id).store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 12;

  std::atomic<Id>& slot(Id id) { return slots_[(id >> 8U) % kSlots]; }
  const std::atomic<Id>& slot(Id id) const { return slots_[(id >> 8U) % kSlots]; }

  std::array<std::atomic<Id>, kSlots> slots_{};
};

}  // namespace partita::search
