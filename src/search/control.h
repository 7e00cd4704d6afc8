#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/clock.h"
#include "search/time/budget.h"

namespace partita::search {

/// When to stop, shared by all threads of one search: the clock, a number of nodes, or a raised flag. Threads look
/// every kCheckEvery nodes or less, which is well below a millisecond.
class Control {
 public:
  static constexpr int kCheckEvery = 512;

  void begin(const Budget& budget, std::uint64_t node_limit, const base::StopFlag* outside) {
    budget_ = budget;
    node_limit_ = node_limit;
    outside_ = outside;
    nodes_.store(0, std::memory_order_relaxed);
    stopped_.store(false, std::memory_order_relaxed);
    by_clock_.store(false, std::memory_order_relaxed);
    watch_.restart();
    begun_at_us_ = base::thread_processor_us();
  }
  /// Called on the thread that began: measures the share of the processor it got. Short searches are not measured, as
  /// the system gives the processor to others for milliseconds at a time.
  void end() {
    constexpr std::int64_t kLeastUs = 10'000;
    const std::int64_t wall_us = watch_.microseconds();
    const std::int64_t used_us = base::thread_processor_us() - begun_at_us_;
    if (wall_us < kLeastUs || begun_at_us_ == 0) return;
    const double share = std::min(static_cast<double>(used_us) / static_cast<double>(wall_us), 1.0);
    processor_share_ = (processor_share_ + share) / 2;
  }
  /// The part of a processor that the searches before this one got, 1 if nobody else wanted it. A budget of time buys
  /// that much less.
  double processor_share() const { return processor_share_; }

  /// Adds the nodes a thread visited since its last call, and says whether the search is over.
  bool add_nodes_and_check(std::uint64_t nodes) {
    const std::uint64_t all = nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (is_stopped()) return true;
    if (node_limit_ > 0 && all >= node_limit_) stop();
    if (outside_ != nullptr && outside_->is_raised()) stop();
    const bool looks_at_clock = nodes != 1 || all % kSinglesPerLook == 0;
    if (looks_at_clock && budget_.hard_us != Budget::kForever && watch_.microseconds() >= budget_.hard_us) {
      by_clock_.store(true, std::memory_order_relaxed);
      stop();
    }
    return is_stopped();
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
  bool was_stopped_by_clock() const { return by_clock_.load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t node_limit() const { return node_limit_; }  ///< 0: none
  /// How many nodes a thread may visit between two checks: one where a small node limit must be kept exactly.
  int check_interval() const { return node_limit_ > 0 && node_limit_ < 100'000 ? 1 : kCheckEvery; }
  /// The same for a search of one thread, which need not check before the limit can be reached.
  int check_interval_alone() const {
    if (node_limit_ == 0) return kCheckEvery;
    const std::uint64_t all = nodes();
    const std::uint64_t left = node_limit_ > all ? node_limit_ - all : 1;
    return static_cast<int>(std::min<std::uint64_t>(left, kCheckEvery));
  }
  std::int64_t elapsed_us() const { return watch_.microseconds(); }
  const Budget& budget() const { return budget_; }
  const base::StopFlag* outside() const { return outside_; }  ///< may be null

 private:
#ifdef __EMSCRIPTEN__
  // Monte-Carlo search reports every simulation, and in WebAssembly reading the clock is a call out of the module.
  static constexpr std::uint64_t kSinglesPerLook = 16;
#else
  static constexpr std::uint64_t kSinglesPerLook = 1;
#endif

  base::Stopwatch watch_;
  Budget budget_;
  std::uint64_t node_limit_ = 0;
  const base::StopFlag* outside_ = nullptr;
  std::int64_t begun_at_us_ = 0;
  double processor_share_ = 1;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> by_clock_{false};
};

}  // namespace partita::search
