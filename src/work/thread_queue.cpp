#include "work/thread_queue.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace partita::work {

namespace {

/// What the threads of one run share.
class SharedJobs {
 public:
  SharedJobs(const std::vector<Job>& jobs, const Queue::NextJob& next, const Queue::OnResult& on_result,
             const base::StopFlag& stop)
      : jobs_(jobs), next_(next), on_result_(on_result), stop_(stop) {}

  /// Waits while results of others may bring new jobs; nothing when the work is over.
  std::optional<Job> draw() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (has_ended_ || stop_.is_raised()) return std::nullopt;
      if (auto job = another()) {
        ++running_;
        return job;
      }
      if (running_ == 0) return std::nullopt;
      // Not for ever: nobody is told when the stop flag is raised.
      constexpr std::chrono::milliseconds kLook{50};
      changed_.wait_for(lock, kLook);
    }
  }
  void hand_in(const JobResult& result) {
    const std::lock_guard lock(mutex_);
    --running_;
    if (!has_ended_ && !on_result_(result)) has_ended_ = true;
    changed_.notify_all();
  }

 private:
  std::optional<Job> another() {
    if (begun_ < jobs_.size()) return jobs_[begun_++];
    return next_ ? next_() : std::nullopt;
  }

  const std::vector<Job>& jobs_;
  const Queue::NextJob& next_;
  const Queue::OnResult& on_result_;
  const base::StopFlag& stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t begun_ = 0;
  int running_ = 0;
  bool has_ended_ = false;
};

}  // namespace

base::Parsed<base::Done> ThreadQueue::run_jobs(const std::vector<Job>& jobs, const NextJob& next,
                                               const OnResult& on_result, const base::StopFlag& stop) {
  SharedJobs shared(jobs, next, on_result, stop);
  // Jobs under way are finished after a stop: only the end of the process breaks them off.
  const base::StopFlag never;
  const auto work = [&] {
    HandlerRegistry::PerThread handlers(registry_);
    while (const auto job = shared.draw()) {
      const auto answer = handlers.perform(*job, never);
      JobResult result{job->id, "", "", "here"};
      (answer ? result.text : result.error) = answer ? *answer : answer.error();
      shared.hand_in(result);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < threads_; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return base::Done{};
}

}  // namespace partita::work
