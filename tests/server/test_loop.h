#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "server/loop.h"

namespace partita::server_test {

/// A Loop run by the test itself, whose clock can be put forward.
class TestLoop final : public server::Loop {
 public:
  void post(std::function<void()> task) override {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_all();
  }
  TimerId after(std::int64_t delay_ms, std::function<void()> task) override {
    timers_[++last_id_] = {steady_ms() + delay_ms, std::move(task)};
    return last_id_;
  }
  void cancel(TimerId id) override { timers_.erase(id); }
  std::int64_t steady_ms() const override { return real_ms() + offset_ms_; }
  std::int64_t wall_ms() const override { return 1'800'000'000'000 + steady_ms(); }

  void advance(std::int64_t milliseconds) { offset_ms_ += milliseconds; }

  /// Runs tasks and due timers until the condition holds; false if it does not within ten seconds.
  bool run_until(const std::function<bool()>& condition) {
    // Patience, not a promise: a proof under a sanitizer beside other tests takes many seconds.
    const std::int64_t give_up = real_ms() + 60'000;
    while (!condition()) {
      if (real_ms() > give_up) return false;
      if (run_one()) continue;
      std::unique_lock lock(mutex_);
      ready_.wait_for(lock, std::chrono::milliseconds(2), [&] { return !tasks_.empty(); });
    }
    return true;
  }
  /// Runs whatever comes within the time.
  void run_for(std::int64_t milliseconds) {
    const std::int64_t end = real_ms() + milliseconds;
    run_until([&] { return real_ms() >= end; });
  }

 private:
  struct Timer {
    std::int64_t due_ms = 0;
    std::function<void()> task;
  };

  static std::int64_t real_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  bool run_one() {
    std::function<void()> task;
    {
      const std::lock_guard lock(mutex_);
      if (!tasks_.empty()) {
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
    }
    if (!task) {
      for (auto& [id, timer] : timers_) {
        if (timer.due_ms > steady_ms()) continue;
        task = std::move(timer.task);
        timers_.erase(id);
        break;
      }
    }
    if (task) task();
    return static_cast<bool>(task);
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
  std::map<TimerId, Timer> timers_;
  TimerId last_id_ = 0;
  std::int64_t offset_ms_ = 0;
};

}  // namespace partita::server_test
