#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <utility>

namespace partita::base {

/// Whether threads can be started. A page whose workers share no memory has none, nor has a test that asks for that.
class Threads {
 public:
  static bool are_there() {
#ifdef PARTITA_WITHOUT_THREADS
    return false;
#else
    return !forbidden_.load(std::memory_order_relaxed);
#endif
  }
  /// While it lives nobody starts a thread for his work. For tests: before anything that would have one.
  class Forbidden {
   public:
    Forbidden() { forbidden_ = true; }
    ~Forbidden() { forbidden_ = false; }
    Forbidden(const Forbidden&) = delete;
    Forbidden& operator=(const Forbidden&) = delete;
  };

 private:
  static inline std::atomic<bool> forbidden_{false};
};

/// Where there are no threads: work that would have had one, for the only one to do when it is back in its loop.
/// Belongs to that thread.
class Errands {
 public:
  using Work = std::function<void()>;

  void add(Work work) { short_.push_back(std::move(work)); }
  /// Takes tenths of a second or more: done when nothing else waits.
  void add_long(Work work) { long_.push_back(std::move(work)); }
  bool is_empty() const { return short_.empty() && long_.empty(); }
  bool has_short() const { return !short_.empty(); }

  void run_short() {
    while (!short_.empty()) run_first(short_);
  }
  /// One of the long ones, if there is any.
  void run_long() {
    if (!long_.empty()) run_first(long_);
  }
  /// Drops all, while what they refer to still stands.
  void clear() {
    short_.clear();
    long_.clear();
  }

 private:
  static void run_first(std::deque<Work>& queue) {
    const Work work = std::move(queue.front());
    queue.pop_front();
    work();
  }

  std::deque<Work> short_;
  std::deque<Work> long_;
};

/// Those of the process.
inline Errands& errands() {
  static Errands all;
  return all;
}

}  // namespace partita::base
