#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
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
#include "server/fair_share.h"
#include "server/metrics.h"

namespace partita::server {

/// Where engines think. Searches are charged to those who caused them, and whoever used least lately comes first.
///
/// Two lanes. A search of unknown or small cost runs in the quick lane for at most `quick_ms`, ahead of
/// all long ones; the cheapest kinds first. What is not done by then, and what is known to take longer, is in the long
/// lane: threads of low priority, whose searches give way (they are put back and go on later with their tables warm) to
/// those who used less. So a short search waits for short ones only, and never for the end of a long one. submit() and
/// cancel() from any thread.
///
/// Where there are no threads one search runs at a time, an errand of the only thread (base/threads.h) that ends by the
/// clock: a long analysis after a slice, to go on when others have had their turn, everything else when it is done.
class SearchPool {
 public:
  enum class Urgency { kGame, kHint, kAnalysis };
  using Ticket = std::uint64_t;

  /// What a task sees of its own fate while it runs.
  class Fate {
   public:
    bool is_cancelled() const { return cancelled_.load(); }
    /// Cancelled, or put back to run again: in both cases the result is of no interest.
    bool is_interrupted() const { return cancelled_.load() || preempted_.load() || (is_sliced_ && stop_.is_raised()); }
    /// Thinking time of the task's earlier runs.
    std::int64_t used_ms() const { return used_ms_; }
    /// In the lane of those who give way, when this run began.
    bool is_long() const { return is_long_; }
    /// Runs that came to nothing soon after they had begun, because the worker went.
    int losses() const { return losses_; }
    bool is_put_back() const { return put_back_.load(); }
    /// Said by the task itself before it returns: this run came to nothing, and it wants another one.
    void put_back() const { put_back_ = true; }
    /// Said by the task itself: others think while its thread waits, so that time on the wall is what it costs.
    void count_wall_time() const { counts_wall_time_ = true; }
    /// Raised once when this run shall end, perhaps before it has begun; what the run asks an engine carries it along.
    const base::StopFlag& stop() const { return stop_; }

   private:
    friend class SearchPool;
    std::atomic<bool> cancelled_{false};
    std::atomic<bool> preempted_{false};
    mutable std::atomic<bool> put_back_{false};
    mutable std::atomic<bool> counts_wall_time_{false};
    base::StopFlag stop_;       ///< lowered only while no run is under way
    std::int64_t used_ms_ = 0;  ///< this and what follows is written while no run is under way
    int losses_ = 0;
    bool is_long_ = false;
    bool is_sliced_ = false;  ///< this run ends with its slice, if it has not ended before
  };

  struct Task {
    Payer payer;
    Urgency urgency = Urgency::kGame;
    std::string kind;          ///< tasks of one kind are expected to cost about the same
    int threads = 1;           ///< of the search itself
    std::int64_t most_ms = 0;  ///< thinking time over all its runs; 0: no limit
    std::int64_t own_ms = 0;   ///< what it means to take over all its runs; 0: not known
    std::function<void(const Fate&)>
        run;  ///< on a thread of the pool, until fate.stop() is raised; perhaps several times
  };

  struct Size {
    int threads = 2;            ///< of each lane
    int waiting_per_party = 8;  ///< hints and analyses; a game's move is never refused
    int waiting_per_client = 64;
    std::int64_t quick_ms = 200;         ///< of a processor's time in the quick lane
    std::int64_t slice_ms = 1'000;       ///< in the long lane, before others who used less have their turn
    std::int64_t own_slice_ms = 10'000;  ///< before another search of the same connection has its turn
  };

  SearchPool(Size size, Metrics& metrics);
  ~SearchPool() { close(); }
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;

  /// Cancels everything, waits for it and takes no more.
  void close();
  /// An error if the payer has too many tasks waiting.
  base::Parsed<Ticket> submit(Task task);
  /// A waiting task is forgotten, a running one told to stop; does not wait. Unknown tickets are fine.
  void cancel(Ticket ticket);
  bool is_waiting(Ticket ticket) const;
  /// More or fewer can run at a time from now on. Where there are too many, long ones are put back.
  void resize(int threads);
  int threads() const;

 private:
  enum class Lane { kQuick, kLong };
  using Clock = std::chrono::steady_clock;
  struct Entry {
    Ticket ticket = 0;
    Task task;
    Fate fate;
    Lane lane = Lane::kQuick;
    std::int64_t since_ms = 0;        ///< when it began to wait or to run
    std::int64_t earlier_cpu_ms = 0;  ///< of the runs before this one
    bool out_of_time = false;
    pid_t thread_id = 0;  ///< of the system; 0 until the thread runs
    std::thread thread;
  };
  using EntryPtr = std::shared_ptr<Entry>;
  /// What decides who is next; the smaller comes first.
  struct Rank;

  /// Without threads.
  void run_later_locked();
  void run_next();
  void set_end_locked(Entry& entry) const;

  void dispatch();
  void run(const EntryPtr& entry);
  void finish_locked(const EntryPtr& entry);

  void end_runs_locked();
  void demote_locked(const EntryPtr& entry);
  void preempt_locked(const EntryPtr& entry);
  void make_room_locked();
  void start_due_locked();
  bool start_locked(const EntryPtr& entry);
  void begin_locked(const EntryPtr& entry);
  Clock::time_point next_look_locked() const;

  Lane lane_of(const Task& task) const;
  Rank rank_locked(const Entry& entry);
  int cost_class_locked(const Task& task) const;
  FairShare::Used used_locked(const Payer& payer);
  EntryPtr first_waiting_locked(Lane lane);
  EntryPtr last_running_locked();
  bool gives_way_locked(const Entry& running, const Entry& waiting);
  int running_locked(Lane lane) const;
  void learn_cost_locked(const Entry& entry, double cost_ms);
  void guess_long_locked(const std::string& kind);
  void count_locked();
  std::int64_t used_cpu_ms(Entry& entry, std::int64_t now_ms) const;

  Size size_;  ///< only the threads change
  Metrics& metrics_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<EntryPtr> waiting_;
  std::vector<EntryPtr> running_;
  std::vector<std::thread> finished_;
  FairShare share_;
  /// What tasks of a kind cost in milliseconds of a processor: a moving average, or a guess while none has come to its
  /// end.
  struct Cost {
    double average_ms = 0;
    bool is_guess = false;
  };
  std::map<std::string, Cost> costs_;
  Ticket last_ticket_ = 0;
  bool closing_ = false;
  bool is_run_later_ = false;  ///< an errand is on its way
  std::thread dispatcher_;
};

}  // namespace partita::server
