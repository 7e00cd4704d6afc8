#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>

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
/// of some work can be stopped alone or with the whole. One that has a moment raises itself when that has come and
/// somebody looks: for work that no other thread could stop.
class StopFlag {
 public:
  StopFlag() = default;
  /// Both may be null.
  explicit StopFlag(const StopFlag* outer, const StopFlag* other = nullptr) : outer_(outer), other_(other) {}

  using Moment = std::chrono::steady_clock::time_point;

  void raise() { raised_.store(true, std::memory_order_relaxed); }
  /// From that moment on. REQUIRES: as lower(), which forgets it.
  void raise_at(Moment moment) { moment_ = moment; }
  /// REQUIRES: the work it belongs to is over, or has not been given to anybody yet.
  void lower() {
    raised_.store(false, std::memory_order_relaxed);
    moment_ = kNever;
  }
  bool is_raised() const {
    return raised_.load(std::memory_order_relaxed) || (moment_ != kNever && has_come()) ||
           (outer_ != nullptr && outer_->is_raised()) || (other_ != nullptr && other_->is_raised());
  }
  /// Whether somebody has seen it raised, or raised it: what is_raised() has said, without another look at the clock.
  bool was_seen() const { return raised_.load(std::memory_order_relaxed); }
  /// Until the first moment of this flag and those outside it; nothing where none has one.
  std::optional<std::chrono::nanoseconds> time_left() const {
    std::optional<std::chrono::nanoseconds> left;
    if (moment_ != kNever) left = moment_ - std::chrono::steady_clock::now();
    for (const StopFlag* flag : {outer_, other_}) {
      const auto theirs = flag == nullptr ? std::nullopt : flag->time_left();
      if (theirs) left = left ? std::min(*left, *theirs) : theirs;
    }
    return left;
  }

 private:
  static constexpr Moment kNever = Moment::max();
#ifdef __EMSCRIPTEN__
  // Proof searches look at every node, and a browser's clock costs as much as a tenth of one.
  static constexpr std::uint32_t kLooksPerGlance = 16;
#else
  static constexpr std::uint32_t kLooksPerGlance = 1;
#endif

  bool has_come() const {
    if (looks_.fetch_add(1, std::memory_order_relaxed) % kLooksPerGlance != 0) return false;
    if (std::chrono::steady_clock::now() < moment_) return false;
    raised_.store(true, std::memory_order_relaxed);
    return true;
  }

  mutable std::atomic<bool> raised_{false};
  mutable std::atomic<std::uint32_t> looks_{0};
  Moment moment_ = kNever;  ///< written only while nobody looks
  const StopFlag* outer_ = nullptr;
  const StopFlag* other_ = nullptr;
};

}  // namespace partita::base
