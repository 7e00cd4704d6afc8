#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "server/metrics.h"

namespace partita::server {

/// A bounded number of threads on which engines think. Clients take turns: the next job is the first of the client whose
/// last turn lies longest ago. Moves of games come before analyses, and a running analysis makes room (it is put back and
/// goes on later with its tables warm) at once for a game's move and after kSliceMs for another's analysis.
/// submit() and cancel() from any thread.
class SearchPool {
 public:
  enum class Urgency { kGame, kAnalysis };
  using Ticket = std::uint64_t;

  /// What a job sees of its own fate while it runs.
  class Fate {
   public:
    bool is_cancelled() const { return cancelled_.load(); }
    /// Cancelled, or put back to run again from the start: in both cases its result is of no interest.
    bool is_interrupted() const { return cancelled_.load() || preempted_.load(); }

   private:
    friend class SearchPool;
    std::atomic<bool> cancelled_{false};
    std::atomic<bool> preempted_{false};
  };

  struct Job {
    std::string client;
    Urgency urgency = Urgency::kGame;
    std::function<void(const Fate&)> run;   ///< on a pool's thread; an analysis may be run several times
    std::function<void()> stop;             ///< makes run() return soon; any thread, again and again until it does
  };

  struct Size {
    int threads = 2;
    int running_per_client = 2;
    int waiting_per_client = 8;
  };
  static constexpr std::int64_t kSliceMs = 2'000;

  SearchPool(Size size, Metrics& metrics);
  ~SearchPool() { close(); }
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  /// Cancels everything, waits for it and takes no more.
  void close();
  /// An error if the client has too many jobs waiting.
  base::Parsed<Ticket> submit(Job job);
  /// A waiting job is forgotten, a running one told to stop; does not wait. Unknown tickets are fine.
  void cancel(Ticket ticket);
  bool is_waiting(Ticket ticket) const;
  int threads() const { return size_.threads; }

 private:
  struct Entry {
    Ticket ticket = 0;
    Job job;
    Fate fate;
    bool running = false;
    base::Stopwatch since;       ///< of the running slice
    std::uint64_t last_turn = 0;
  };
  using EntryPtr = std::shared_ptr<Entry>;

  void work();
  void watch();
  EntryPtr next_locked();
  void finish_locked(const EntryPtr& entry);
  void preempt_locked(const EntryPtr& entry);
  EntryPtr oldest_analysis_locked() const;
  bool has_waiting_locked(Urgency urgency) const;
  void count_locked();

  const Size size_;
  Metrics& metrics_;
  mutable std::mutex mutex_;
  std::condition_variable work_ready_;
  std::condition_variable watch_ready_;
  std::deque<EntryPtr> waiting_;
  std::vector<EntryPtr> running_;
  std::map<std::string, std::uint64_t> last_turn_;
  std::uint64_t turn_ = 0;
  Ticket last_ticket_ = 0;
  bool closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace partita::server
