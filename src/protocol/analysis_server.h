#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "protocol/analysis_query.h"
#include "protocol/analysis_reply.h"

namespace partita::protocol {

struct AnalysisSetup {
  int workers = 1;
  std::size_t most_waiting = 1000;  ///< positions; with more, handle() waits
  AnalysisQuery defaults;           ///< engine and limits of queries that name none
};

/// Answers JSON analysis lines through a sink, each position on one of its worker threads, queries of higher priority
/// first and otherwise in the order of their coming. handle() is called by one thread and waits while too many
/// positions are queued, which is how a too eager client is slowed down. The sink is called by any thread, one at a
/// time.
class AnalysisServer {
 public:
  using Sink = std::function<void(const std::string& line)>;

  AnalysisServer(AnalysisSetup setup, Sink sink);
  /// Terminates everything.
  ~AnalysisServer();
  AnalysisServer(const AnalysisServer&) = delete;
  AnalysisServer& operator=(const AnalysisServer&) = delete;

  void handle(std::string_view line);
  /// Blocks until every position was answered.
  void wait_until_idle();
  void terminate_all();

 private:
  using Clock = std::chrono::steady_clock;

  /// A position waiting for a worker, or being searched by one.
  struct Job {
    std::uint64_t number = 0;  ///< order of coming
    std::shared_ptr<const AnalysisQuery> query;
    std::size_t index = 0;  ///< into query->positions
    bool is_terminated = false;
    bool is_searching = false;
    base::StopFlag stop;  ///< raised with is_terminated
    Clock::time_point begin;
    Clock::time_point next_report;
    std::vector<catalog::LineReport> lines;
    bool has_news = false;
  };
  /// A worker's engines, kept between jobs so that their tables live on.
  struct KeptEngine {
    std::string key;
    std::unique_ptr<catalog::AnyEngine> engine;
  };

  void say(const std::string& line);
  void submit(AnalysisQuery query);
  /// Terminates what `matches`; called with the mutex held, returns the lines to say for jobs that never ran.
  std::vector<std::string> terminate(const std::function<bool(const Job&)>& matches);
  void work();
  std::list<Job>::iterator next_job();
  void answer(Job& job, std::vector<KeptEngine>& engines, std::uint64_t& engines_age);
  std::string search(Job& job, catalog::AnyEngine& engine);
  catalog::AnyEngine& engine_for(const Job& job, std::vector<KeptEngine>& engines, std::uint64_t& engines_age);
  void tend();
  AnalysisReport report_so_far(const Job& job) const;

  const AnalysisSetup setup_;
  const Sink sink_;
  std::mutex sink_mutex_;

  std::mutex mutex_;  ///< guards everything below
  std::condition_variable work_came_;
  std::condition_variable work_went_;
  std::condition_variable tending_due_;
  std::list<Job> waiting_;
  std::list<Job> running_;
  std::uint64_t jobs_seen_ = 0;
  std::uint64_t cache_age_ = 0;
  bool is_closing_ = false;
  std::vector<std::thread> workers_;
  std::thread tender_;
};

}  // namespace partita::protocol
