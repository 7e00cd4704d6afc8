#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>

namespace partita::base {

/// What the calling thread has had of the processor since it began; 0 where the system does not say.
inline std::int64_t thread_processor_us() {
  timespec time{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + time.tv_nsec / 1000;
}

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

/// A flag one thread raises and others look at: "please stop". It belongs to one piece of work, may be raised before
/// that begins, and outlives everybody who looks. One that has outer flags counts as raised when any of them is: a part
/// of some work can be stopped alone or with the whole.
class StopFlag {
 public:
  StopFlag() = default;
  /// Both may be null.
  explicit StopFlag(const StopFlag* outer, const StopFlag* other = nullptr) : outer_(outer), other_(other) {}

  void raise() { raised_.store(true, std::memory_order_relaxed); }
  /// REQUIRES: the work it belongs to is over, or has not been given to anybody yet.
  void lower() { raised_.store(false, std::memory_order_relaxed); }
  bool is_raised() const {
    return raised_.load(std::memory_order_relaxed) || (outer_ != nullptr && outer_->is_raised()) ||
           (other_ != nullptr && other_->is_raised());
  }

 private:
  std::atomic<bool> raised_{false};
  const StopFlag* outer_ = nullptr;
  const StopFlag* other_ = nullptr;
};

}  // namespace partita::base
