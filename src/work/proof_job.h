#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/solver.h"
#include "work/job_handlers.h"

namespace partita::work {

/// A part of a proof: so many nodes of proof search for "this seat wins from here".
struct ProofJob {
  std::string game;
  base::OptionValues rules;
  std::string start;               ///< a position's text
  std::vector<std::string> moves;  ///< played from there: rules may know repetition
  catalog::Seat attacker = 0;
  int plies = 0;  ///< the win must come within so many plies; 0: some time
  std::uint64_t nodes = 0;
  /// df-pn thresholds: the job ends when a number reaches its limit, since another leaf is more promising then.
  catalog::Numbers limits{catalog::kInfinite, catalog::kInfinite};
  bool wants_replies = false;  ///< a proof also returns the winner's moves that are hard to find again
};
std::string write_proof_job(const ProofJob& job);
base::Parsed<ProofJob> read_proof_job(std::string_view json);

/// What came out: the claim is decided, or taken apart into branches with their numbers as far as they are known now.
struct ProofAnswer {
  catalog::Proof proof = catalog::Proof::kUnknown;
  /// Nothing is left to search and still nothing is decided: lines were too long to be followed.
  bool is_exhausted = false;
  std::uint64_t nodes = 0;
  std::vector<catalog::ProofStep::Branch> branches;  ///< of what is open
  catalog::Replies replies;
};
std::string write_proof_answer(const ProofAnswer& answer);
/// An error where fields are missing, numbers are none of an open claim, or a decided claim has branches.
base::Parsed<ProofAnswer> read_proof_answer(std::string_view json);

/// Does ProofJobs with a table of this size, which it keeps from job to job.
std::unique_ptr<JobHandler> make_proof_handler(std::size_t mebibytes);

}  // namespace partita::work
