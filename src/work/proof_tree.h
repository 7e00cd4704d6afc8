#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/solver.h"

namespace partita::work {

/// The top of a proof that is spread over many: claims and how they follow from each other, each with its proof and
/// disproof number. Leaves are worked on elsewhere, several at a time; a claim that was reached in two ways is there
/// once. Claims are numbered in the order in which they came to be. One thread.
class ProofTree {
 public:
  using Branch = catalog::ProofStep::Branch;
  struct Edge {
    std::vector<std::string> moves;  ///< from the claim above
    std::size_t below = 0;
  };
  struct Claim {
    catalog::Numbers numbers;
    std::vector<std::string> moves;  ///< from the root
    bool is_attackers = false;       ///< of what is taken apart: who chooses
    std::vector<Edge> edges;         ///< none: a leaf
    std::vector<std::size_t> above;
    int jobs = 0;          ///< under way at or below it
    int fruitless = 0;     ///< answers to it that were of no use
    bool is_told = false;  ///< decided by an answer to itself, and not by what is below it
  };

  ProofTree() : claims_(1) {}

  const Claim& root() const { return claims_.front(); }
  const std::vector<Claim>& claims() const { return claims_; }
  bool is_open_leaf(std::size_t claim) const {
    return claim < claims_.size() && claims_[claim].edges.empty() && !claims_[claim].numbers.is_decided();
  }

  /// The way from the root to a leaf, which is its last claim.
  using Way = std::vector<std::size_t>;
  /// To the leaf that promises most and that nobody works on; nothing if there is none. Counts a job under way along it
  /// until done().
  std::optional<Way> begin();
  void done(const Way& way);
  /// The thresholds of the leaf's job: beyond them another leaf is more promising.
  catalog::Numbers limits(const Way& way) const;

  /// REQUIRES: an open leaf.
  void decide(std::size_t leaf, bool holds);
  /// Names are the same for claims that are the same; an empty one is like no other. REQUIRES: an open leaf, one
  /// name a branch, and at least one branch.
  void take_apart(std::size_t leaf, bool is_attackers, const std::vector<Branch>& branches,
                  const std::vector<std::string>& names);
  void count_fruitless(std::size_t leaf) { ++claims_[leaf].fruitless; }

 private:
  bool find_leaf(std::size_t claim, Way& way);
  std::vector<std::size_t> most_promising_first(const Claim& claim) const;
  catalog::Numbers limits_below(const Claim& claim, const catalog::Numbers& limits, std::size_t below) const;
  catalog::Numbers combined(const Claim& claim) const;
  void tell_above(std::size_t claim);

  std::vector<Claim> claims_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::vector<unsigned> visited_;  ///< by claim: the last selection that found no free leaf below it
  unsigned search_ = 0;
};

}  // namespace partita::work
