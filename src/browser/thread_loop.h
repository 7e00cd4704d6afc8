#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include "server/loop.h"

namespace partita::browser {

/// A loop without a network: tasks and timers on the thread that calls run(), where there are no other threads also
/// their errands (base/threads.h). post() and stop() from any thread.
class ThreadLoop final : public server::Loop {
 public:
  void post(std::function<void()> task) override;
  TimerId after(std::int64_t delay_ms, std::function<void()> task) override;
  void cancel(TimerId id) override;
  std::int64_t steady_ms() const override;
  std::int64_t wall_ms() const override;

  /// Until stop().
  void run();
  /// One round for who must not wait: what is ready, what is due, the errands and one of the long ones. Says in how
  /// many milliseconds it wants the next one.
  std::int64_t turn();
  void stop();
  /// Drops what waits, while what it refers to still stands. After run() and after all who post have ended.
  void discard();

 private:
  using Due = std::pair<std::int64_t, TimerId>;

  void run_due_timers();
  void run_all_ready();
  std::int64_t sleep_ms_locked() const;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  // Timers belong to the loop's own thread.
  std::map<Due, std::function<void()>> timers_;
  std::map<TimerId, std::int64_t> due_of_;
  TimerId last_timer_ = 0;
};

}  // namespace partita::browser
