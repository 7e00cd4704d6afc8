#include "browser/thread_loop.h"

#include <algorithm>
#include <chrono>

#include "base/steady_clock.h"
#include "base/threads.h"

namespace partita::browser {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

// A loop without timers still wakes now and then; nothing depends on it.
constexpr std::int64_t kLongestSleepMs = 60'000;

}  // namespace

void ThreadLoop::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
}

server::Loop::TimerId ThreadLoop::after(std::int64_t delay_ms, std::function<void()> task) {
  const TimerId id = ++last_timer_;
  const std::int64_t due = steady_ms() + std::max<std::int64_t>(delay_ms, 0);
  timers_.emplace(Due{due, id}, std::move(task));
  due_of_[id] = due;
  return id;
}

void ThreadLoop::cancel(TimerId id) {
  const auto found = due_of_.find(id);
  if (found == due_of_.end()) return;
  timers_.erase({found->second, id});
  due_of_.erase(found);
}

std::int64_t ThreadLoop::steady_ms() const { return base::steady_ms(); }

std::int64_t ThreadLoop::wall_ms() const {
  return duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void ThreadLoop::run_due_timers() {
  const std::int64_t now = steady_ms();
  while (!timers_.empty() && timers_.begin()->first.first <= now) {
    auto timer = timers_.extract(timers_.begin());
    due_of_.erase(timer.key().second);
    timer.mapped()();
  }
}

std::int64_t ThreadLoop::sleep_ms_locked() const {
  if (!tasks_.empty() || !base::errands().is_empty()) return 0;
  if (timers_.empty()) return kLongestSleepMs;
  return std::clamp<std::int64_t>(timers_.begin()->first.first - steady_ms(), 0, kLongestSleepMs);
}

void ThreadLoop::run_all_ready() {
  for (bool is_first = true;; is_first = false) {
    std::deque<std::function<void()>> ready;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
      ready.swap(tasks_);
    }
    if (ready.empty() && !is_first && !base::errands().has_short()) return;
    for (const auto& task : ready) task();
    run_due_timers();
    base::errands().run_short();
  }
}

std::int64_t ThreadLoop::turn() {
  run_all_ready();
  base::errands().run_long();
  const std::lock_guard lock(mutex_);
  return sleep_ms_locked();
}

void ThreadLoop::run() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, milliseconds(sleep_ms_locked()), [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
    }
    turn();
  }
}

void ThreadLoop::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
}

void ThreadLoop::discard() {
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped.swap(tasks_);
  }
  dropped.clear();
  base::errands().clear();
  timers_.clear();
  due_of_.clear();
}

}  // namespace partita::browser
