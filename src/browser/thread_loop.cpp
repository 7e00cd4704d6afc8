#include "browser/thread_loop.h"

#include <algorithm>
#include <chrono>

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

std::int64_t ThreadLoop::steady_ms() const {
  return duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

void ThreadLoop::run() {
  for (;;) {
    std::deque<std::function<void()>> ready;
    {
      std::unique_lock lock(mutex_);
      const std::int64_t now = steady_ms();
      const std::int64_t sleep_ms =
          timers_.empty() ? kLongestSleepMs
                          : std::clamp<std::int64_t>(timers_.begin()->first.first - now, 0, kLongestSleepMs);
      wake_.wait_for(lock, milliseconds(sleep_ms), [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      ready.swap(tasks_);
    }
    for (const auto& task : ready) task();
    run_due_timers();
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
  timers_.clear();
  due_of_.clear();
}

}  // namespace partita::browser
