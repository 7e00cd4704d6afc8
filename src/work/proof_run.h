#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/line_log.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "catalog/solver.h"
#include "work/job.h"
#include "work/proof_job.h"
#include "work/proof_tree.h"

namespace partita::work {

/// How a proof spread over many stands.
struct ProofRunProgress {
  catalog::Numbers root;
  std::uint64_t nodes = 0;  ///< of all jobs
  std::size_t jobs = 0;     ///< whose answers count
  std::size_t claims = 0;   ///< in the tree
  double seconds = 0;       ///< of this run
};

/// A claim, what may be spent on it, and whom to tell. Zero sets no limit.
struct ProofRunPlan {
  catalog::AnyPosition position;
  catalog::Seat attacker = 0;
  int plies = 0;  ///< the win must come within so many plies
  std::uint64_t nodes = 0;
  double seconds = 0;
  /// The most nodes of a job. The first jobs are smaller, so that all workers soon have something to do.
  std::uint64_t job_nodes = 200'000;
  bool wants_replies = false;
  std::function<void(const ProofRunProgress&)> on_progress = {};  ///< after every answer; may be empty
  std::function<void(const std::string&)> on_note = {};           ///< things people should know; may be empty
};
/// The claim as 16 hexadecimal digits: names its runs and its log.
std::string fingerprint(const ProofRunPlan& plan);

/// Job-level proof-number search (Wu and others 2010): one claim proven by the workers of a queue. A small tree is kept
/// here; its leaves are jobs of some seconds, chosen by proof and disproof numbers, and an answer that is not yet a
/// decision takes its leaf apart. Every answer is written to the log before it counts, once, and the tree is what the
/// log says: a run that was killed goes on from there. What a claim is taken apart into is worked out here, and an
/// answer that says otherwise is refused and the job given out again; that a claim is decided is taken from the worker.
/// One thread, and the queue's calls.
class ProofRun {
 public:
  /// The game must have a solver. The log, which may be null, outlives the run.
  static base::Parsed<ProofRun> open(ProofRunPlan plan, base::LineLog* log);

  /// Until the claim is decided, the plan's limits are reached or the stop flag is raised. An error means that the
  /// queue or the log failed, or that a job came to nothing again and again.
  base::Parsed<base::Done> run(Queue& queue, const base::StopFlag& stop);

  /// A disproof that rests on lines too long to be followed, or on repetitions, counts as nothing.
  catalog::Proof proof() const;
  /// The attacker's move that wins, or the other's that refutes the claim; empty where the tree does not say.
  std::string best_move() const;
  ProofRunProgress progress() const;
  /// Of a proof: the winner's moves, those of the tree and what the workers sent. None where rules know repetition.
  catalog::Replies replies() const;

 private:
  struct LogEntry;

  ProofRun(ProofRunPlan plan, base::LineLog* log, std::unique_ptr<catalog::AnySolver> solver)
      : plan_(std::move(plan)), log_(log), solver_(std::move(solver)) {}

  base::Parsed<base::Done> replay_log();
  std::optional<Job> next_job();
  bool take(const JobResult& result);
  base::Parsed<base::Done> take_answer(std::size_t leaf, const JobResult& result);
  /// What the answer makes of the leaf, checked against the rules.
  base::Parsed<catalog::ProofStep> checked(std::size_t leaf, const ProofAnswer& answer) const;
  void apply(std::size_t leaf, const ProofAnswer& answer, const catalog::ProofStep& step);
  void refuse(std::size_t leaf, const JobResult& result, const std::string& why);

  catalog::AnyPosition position_at(const std::vector<std::string>& moves) const;
  int plies_left(const catalog::AnyPosition& position) const;
  bool is_out_of_budget() const;
  void add_replies(const ProofTree::Claim& claim, const ProofTree::Edge& edge, catalog::Replies& replies) const;

  /// A job that came to nothing so often is not tried again.
  static constexpr int kMostFruitless = 5;

  ProofRunPlan plan_;
  base::LineLog* log_;
  std::unique_ptr<catalog::AnySolver> solver_;
  ProofTree tree_;
  std::map<std::string, ProofTree::Way> under_way_;  ///< by job id: the way to its leaf
  catalog::Replies told_replies_;
  std::uint64_t nodes_ = 0;
  std::size_t answers_ = 0;
  bool has_exhausted_ = false;
  bool rests_on_past_ = false;
  base::Stopwatch watch_;
  std::string failure_;
};

}  // namespace partita::work
