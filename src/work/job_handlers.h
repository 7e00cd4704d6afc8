#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/declared.h"
#include "base/parsed.h"
#include "work/job.h"

namespace partita::work {

/// Knows how to do jobs of one kind, and keeps what it needs from job to job (engines, tables). One thread.
class JobHandler {
 public:
  virtual ~JobHandler() = default;
  virtual base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) = 0;
};

/// The kinds of jobs this program can do. Filled before threads start; then any number of them may use it, each with
/// its own PerThread.
class HandlerRegistry {
 public:
  using MakeHandler = std::function<std::unique_ptr<JobHandler>()>;
  void add(std::string kind, MakeHandler make) { handlers_[std::move(kind)] = std::move(make); }

  /// One thread's handlers, made as they are needed.
  class PerThread {
   public:
    explicit PerThread(const HandlerRegistry& registry) : registry_(registry) {}
    /// An unknown kind is an error; so is an exception of the handler.
    base::Parsed<std::string> perform(const Job& job, const base::StopFlag& stop);

   private:
    const HandlerRegistry& registry_;
    std::map<std::string, std::unique_ptr<JobHandler>> handlers_;
  };

 private:
  std::map<std::string, MakeHandler> handlers_;
};

/// Kind of arena games (payload: arena::GameJob, answer: arena::GameOutcome) and of reviews of one game record
/// (payload: work::ReviewJob, answer: the annotated record), and parts of proofs (work/proof_job.h).
inline constexpr const char* kGameKind = "game";
inline constexpr const char* kReviewKind = "review";
inline constexpr const char* kProofKind = "proof";
/// Whether games may be played by other programs (ugi:COMMAND), which runs whatever the job names.
enum class Programs { kRefused, kAllowed };
/// Of each thread that proves something.
inline constexpr std::size_t kProofMebibytes = 256;
HandlerRegistry standard_handlers(Programs programs = Programs::kAllowed,
                                  std::size_t proof_mebibytes = kProofMebibytes);

/// A record to be annotated by an engine that gets so many nodes for every position.
struct ReviewJob {
  std::string record;
  std::string engine = "partita";
  std::int64_t nodes = 20'000;

  static constexpr const char* kPlace = "review";
  static void declare(auto& visit, auto& job) {
    visit("record", job.record);
    visit("engine", job.engine);
    visit("nodes", job.nodes, base::at_least(1));
  }
};

}  // namespace partita::work
