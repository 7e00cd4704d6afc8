#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"

namespace partita::work {

/// A piece of work that is complete in itself: any thread of any machine with the same signature can do it. `payload`
/// is JSON that the handler of the kind understands.
struct Job {
  std::string id;  ///< unique within its run; results are de-duplicated by it
  std::string kind;
  std::string payload;

  static constexpr const char* kPlace = "job";
  static void declare(auto& visit, auto& job) {
    visit("id", job.id);
    visit("kind", job.kind);
    visit("payload", job.payload);
  }
};

/// A job's answer: JSON of the handler, or the error with which the job was given up.
struct JobResult {
  std::string id;
  std::string text;
  std::string error;
  std::string worker;  ///< who did it, for people

  static constexpr const char* kPlace = "result";
  static void declare(auto& visit, auto& result) {
    visit("id", result.id);
    visit("text", result.text);
    visit("error", result.error);
    visit("worker", result.worker);
  }
};

/// Somebody who gets jobs done: threads of this process, or workers on many machines. One thread calls run().
class Queue {
 public:
  /// Called once for every job that was done or given up, one call at a time. Returns false to ask for an early end.
  using OnResult = std::function<bool(const JobResult&)>;
  /// Asked for another job where somebody could begin one. Nothing means that there is none before the next result;
  /// where no result is to come either, the work is over. One call at a time, and none during an OnResult.
  using NextJob = std::function<std::optional<Job>()>;
  virtual ~Queue() = default;
  /// Starts the jobs in their order. Returns when all have their result, or when jobs under way ended after `stop` was
  /// raised or an early end was asked for. An error means that the queue itself failed.
  base::Parsed<base::Done> run(const std::vector<Job>& jobs, const OnResult& on_result, const base::StopFlag& stop) {
    return run_jobs(jobs, {}, on_result, stop);
  }
  /// The same with jobs that are thought of while others are done. Only as many are asked for as can be begun soon.
  base::Parsed<base::Done> run(const NextJob& next, const OnResult& on_result, const base::StopFlag& stop) {
    return run_jobs({}, next, on_result, stop);
  }

 private:
  /// `jobs` first, then what `next` says if it is not empty.
  virtual base::Parsed<base::Done> run_jobs(const std::vector<Job>& jobs, const NextJob& next,
                                            const OnResult& on_result, const base::StopFlag& stop) = 0;
};

}  // namespace partita::work
