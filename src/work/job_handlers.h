#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"
#include "work/job.h"

namespace partita::work {

/// Knows how to do jobs of one kind, and keeps what it needs from job to job (engines, tables). One thread.
class Craft {
 public:
  virtual ~Craft() = default;
  virtual base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) = 0;
};

/// The kinds of jobs this program can do. Filled before threads start; then any number of them may make benches.
class Workshop {
 public:
  using MakeCraft = std::function<std::unique_ptr<Craft>()>;
  void teach(std::string kind, MakeCraft make) { crafts_[std::move(kind)] = std::move(make); }

  /// One thread's crafts, made as they are needed.
  class Bench {
   public:
    explicit Bench(const Workshop& shop) : shop_(shop) {}
    /// An unknown kind is an error; so is an exception of the craft.
    base::Parsed<std::string> perform(const Job& job, const base::StopFlag& stop);

   private:
    const Workshop& shop_;
    std::map<std::string, std::unique_ptr<Craft>> crafts_;
  };

 private:
  std::map<std::string, MakeCraft> crafts_;
};

/// Kind of arena games (payload: arena::GameJob, answer: arena::GameOutcome) and of reviews of one game record
/// (payload: work::ReviewJob, answer: the annotated record).
inline constexpr const char* kGameKind = "game";
inline constexpr const char* kReviewKind = "review";
/// Whether games may be played by other programs (ugi:COMMAND), which runs whatever the job names.
enum class Programs { kRefused, kAllowed };
Workshop standard_workshop(Programs programs = Programs::kAllowed);

/// A record to be annotated by an engine that gets so many nodes for every position.
struct ReviewJob {
  std::string record;
  std::string engine = "partita";
  std::int64_t nodes = 20'000;
};
std::string write_review_job(const ReviewJob& job);

}  // namespace partita::work
