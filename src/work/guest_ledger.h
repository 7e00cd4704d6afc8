#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "work/job.h"

namespace partita::work {

struct GuestPolicy {
  std::size_t probation = 20;         ///< answers of a new guest that are all done again by a trusted worker
  std::uint32_t one_in = 8;           ///< of those after it, chosen at random
  std::int64_t patience_ms = 60'000;  ///< a job that a guest has not answered by then is a trusted worker's
  std::int64_t gone_ms = 5'000;       ///< without a hello for so long a guest gets no more jobs
  std::size_t jobs_per_thread = 2;    ///< a guest has so many at a time
  std::size_t most_threads = 64;      ///< whatever it says
  std::size_t most_overdue = 4;       ///< so many jobs unanswered in a row, and it gets no more
};

/// What a dispatcher knows of its guests: machines of strangers, whose answers are held until the end of the run. Some
/// are done again by trusted workers; one that differs ends the guest, and everything it sent is dropped. No network
/// and no clock in here.
class GuestLedger {
 public:
  /// `seed` must be nobody's to guess: which answers are checked depends on it.
  GuestLedger(GuestPolicy policy, std::uint64_t seed) : policy_(policy), random_(seed) {}

  void take_hello(const std::string& name, int threads, std::int64_t now_ms);
  /// A guest of whom a wrong answer is known, here or to another dispatcher.
  bool is_expelled(const std::string& name) const { return expelled_.contains(name); }
  /// Returns the jobs that it had or answered: they are a trusted worker's now.
  std::vector<std::size_t> expel(const std::string& name);

  /// Who could do another job now.
  std::optional<std::string> idle_guest(std::int64_t now_ms) const;
  std::size_t threads(std::int64_t now_ms) const;
  void assign(const std::string& name, std::size_t job, std::int64_t now_ms);

  enum class Verdict {
    kIgnored,  ///< it was never asked, or too late
    kHeld,
    kCheck,  ///< held, and a trusted worker should do the job too
    kFailed  ///< the guest could not do it: a trusted worker should
  };
  Verdict take_answer(const std::string& name, std::size_t job, const JobResult& answer);
  /// A trusted worker's answer to a job that a guest may have answered. Returns the guest if its answer is another.
  std::optional<std::string> compare(std::size_t job, const JobResult& trusted);
  /// Jobs for which guests took too long.
  std::vector<std::size_t> take_overdue(std::int64_t now_ms);

  /// Whether the job is with a guest, or answered by one and not being checked: nobody else does it.
  bool has(std::size_t job) const;
  std::size_t held() const { return held_.size(); }
  std::size_t tasks() const { return tasks_.size(); }
  std::size_t checks_open() const;
  /// The answers that were not checked, all of guests who never gave a wrong one.
  std::map<std::size_t, JobResult> release();

  struct Counts {
    std::int64_t answered = 0;
    std::int64_t checked = 0;  ///< and found right
    std::int64_t overdue = 0;
    std::int64_t dropped = 0;
  };
  const std::map<std::string, Counts>& counts() const { return counts_; }

 private:
  struct Guest {
    std::size_t threads = 0;
    std::int64_t heard_ms = 0;
    std::size_t overdue_in_a_row = 0;
    std::set<std::size_t> jobs;
  };
  struct Task {
    std::string guest;
    std::int64_t since_ms = 0;
  };
  struct Held {
    std::string guest;
    JobResult answer;
    bool is_checked = false;  ///< a trusted worker does it too
  };
  bool is_idle(const Guest& guest, std::int64_t now_ms) const;
  void end_task(std::size_t job);

  GuestPolicy policy_;
  base::Random random_;
  std::map<std::string, Guest> guests_;
  std::map<std::size_t, Task> tasks_;
  std::map<std::size_t, Held> held_;
  std::map<std::string, Counts> counts_;
  std::set<std::string> expelled_;
};

}  // namespace partita::work
