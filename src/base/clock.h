#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace partita::base {

/// Time since construction, from the steady clock. Any thread may read.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  std::int64_t milliseconds() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }
  std::int64_t microseconds() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_).count();
  }
  void restart() { start_ = Clock::now(); }

 private:
  Clock::time_point start_ = Clock::now();
};

/// A flag one thread raises and others look at: "please stop". Outlives everybody who looks.
class StopFlag {
 public:
  void raise() { raised_.store(true, std::memory_order_relaxed); }
  void lower() { raised_.store(false, std::memory_order_relaxed); }
  bool is_raised() const { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

}  // namespace partita::base
