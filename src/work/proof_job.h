#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/declared.h"
#include "base/parsed.h"
#include "catalog/solver.h"
#include "work/job_handlers.h"

namespace partita {

template <>
struct base::Declaration<catalog::ProofStep::Branch> {
  static constexpr bool kIsRow = true;
  static void declare(auto& visit, auto& branch) {
    auto& [proof, disproof] = branch.numbers;
    visit("moves", branch.moves);
    visit("proof", proof, Range{0U, catalog::kInfinite});
    visit("disproof", disproof, Range{0U, catalog::kInfinite});
    const auto is_open = [](auto number) { return number != 0 && number != catalog::kInfinite; };
    visit.require("disproof", is_open(proof) ? is_open(disproof) : proof + disproof == catalog::kInfinite,
                  "where one number is 0, and only there, the other is infinite");
  }
};

namespace work {

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

  static constexpr const char* kPlace = "proof";
  static constexpr bool kIsStrict = true;
  static void declare(auto& visit, auto& job) {
    visit("game", job.game);
    visit("rules", job.rules);
    visit("start", job.start);
    visit("moves", job.moves);
    visit("attacker", job.attacker, base::Range{0, catalog::kMaxSeats - 1});
    visit("plies", job.plies, base::Range{0, 100'000});
    visit("nodes", job.nodes, base::at_least(1));
    visit("proof_limit", job.limits.proof, base::Range{1U, catalog::kInfinite});
    visit("disproof_limit", job.limits.disproof, base::Range{1U, catalog::kInfinite});
    visit("replies", job.wants_replies);
  }
};

/// What came out: the claim is decided, or taken apart into branches with their numbers as far as they are known now.
struct ProofAnswer {
  catalog::Proof proof = catalog::Proof::kUnknown;
  /// Nothing is left to search and still nothing is decided: lines were too long to be followed.
  bool is_exhausted = false;
  std::uint64_t nodes = 0;
  std::vector<catalog::ProofStep::Branch> branches;  ///< of what is open
  catalog::Replies replies;

  static constexpr const char* kPlace = "answer";
  static constexpr bool kIsStrict = true;
  static void declare(auto& visit, auto& answer) {
    visit("proof", answer.proof, base::Names{"yes", "no", "unknown"});
    visit("exhausted", answer.is_exhausted);
    visit("nodes", answer.nodes, base::at_least(0));
    visit("branches", answer.branches);
    visit("replies", answer.replies);
    const bool is_decided = answer.proof != catalog::Proof::kUnknown;
    visit.require("branches", answer.branches.empty() == (is_decided || answer.is_exhausted),
                  "what is open has some, what is decided none");
    visit.require("exhausted", !answer.is_exhausted || !is_decided, "it is decided");
  }
};
/// An error where fields are missing, numbers are none of an open claim, or a decided claim has branches.

/// Does ProofJobs with a table of this size, which it keeps from job to job.
std::unique_ptr<JobHandler> make_proof_handler(std::size_t mebibytes);

}  // namespace work
}  // namespace partita
