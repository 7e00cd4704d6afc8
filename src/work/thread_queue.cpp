#include "work/thread_queue.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace partita::work {

base::Parsed<base::Done> ThreadQueue::run(const std::vector<Job>& jobs, const OnResult& on_result,
                                          const base::StopFlag& stop) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> has_ended{false};
  std::mutex mutex;
  // Jobs under way are finished after a stop: only the end of the process breaks them off.
  const base::StopFlag never;
  const auto work = [&] {
    HandlerRegistry::PerThread handlers(registry_);
    while (!has_ended && !stop.is_raised()) {
      const std::size_t index = next.fetch_add(1);
      if (index >= jobs.size()) return;
      const auto answer = handlers.perform(jobs[index], never);
      JobResult result{jobs[index].id, "", "", "here"};
      (answer ? result.text : result.error) = answer ? *answer : answer.error();
      const std::lock_guard lock(mutex);
      if (!has_ended && !on_result(result)) has_ended = true;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < threads_; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return base::Done{};
}

}  // namespace partita::work
