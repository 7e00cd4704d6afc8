#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "base/threads.h"
#include "search/control.h"

namespace partita::search::montecarlo {

/// Raises a flag when a moment of the control's clock has come or the control has stopped, for work that looks at a
/// flag but not at a clock. Lives as long as that work; one thread of its own, joined at the end. Without threads the
/// flag itself knows the moment.
class Watchdog {
 public:
  Watchdog(Control& control, std::int64_t until_us) : flag_(control.outside()) {
    if (base::Threads::are_there()) {
      thread_ = std::thread([this, &control, until_us] { watch(control, until_us); });
    } else if (until_us != Budget::kForever) {
      flag_.raise_at(std::chrono::steady_clock::now() + std::chrono::microseconds(until_us - control.elapsed_us()));
    }
  }
  ~Watchdog() {
    if (!thread_.joinable()) return;
    {
      const std::lock_guard lock(mutex_);
      dismissed_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  const base::StopFlag& flag() const { return flag_; }

 private:
  void watch(Control& control, std::int64_t until_us) {
    std::unique_lock lock(mutex_);
    while (!dismissed_) {
      const std::int64_t left_us = until_us - control.elapsed_us();
      if (left_us <= 0 || control.add_nodes_and_check(0)) break;
      wake_.wait_for(lock, std::chrono::microseconds(std::min(left_us, kGlanceUs)));
    }
    flag_.raise();
  }

  static constexpr std::int64_t kGlanceUs = 1000;
  base::StopFlag flag_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool dismissed_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace partita::search::montecarlo
