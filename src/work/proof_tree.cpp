#include "work/proof_tree.h"

#include <algorithm>
#include <cstdint>

namespace partita::work {

namespace {

std::uint32_t capped_sum(std::uint64_t sum) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, catalog::kInfinite - 1));
}

}  // namespace

std::optional<ProofTree::Way> ProofTree::begin() {
  ++search_;
  visited_.resize(claims_.size(), 0);
  Way way;
  if (!find_leaf(0, way)) return std::nullopt;
  for (const std::size_t claim : way) ++claims_[claim].jobs;
  return way;
}

void ProofTree::done(const Way& way) {
  for (const std::size_t claim : way) --claims_[claim].jobs;
}

bool ProofTree::find_leaf(std::size_t number, Way& way) {
  const Claim& claim = claims_[number];
  if (claim.numbers.is_decided() || visited_[number] == search_) return false;
  if (claim.edges.empty() && claim.jobs > 0) return false;
  way.push_back(number);
  if (claim.edges.empty()) return true;
  for (const std::size_t below : most_promising_first(claim)) {
    if (find_leaf(below, way)) return true;
  }
  visited_[number] = search_;
  way.pop_back();
  return false;
}

/// With a virtual loss: claims with jobs under way count as harder, so that concurrent jobs spread over the tree.
std::vector<std::size_t> ProofTree::most_promising_first(const Claim& claim) const {
  const auto burdened = [&](std::size_t number) {
    const Claim& below = claims_[number];
    const auto own = claim.is_attackers ? below.numbers.proof : below.numbers.disproof;
    const auto jobs = static_cast<std::uint64_t>(below.jobs);
    return own * (1 + jobs) + jobs;
  };
  std::vector<std::size_t> order;
  for (const Edge& edge : claim.edges) {
    if (!claims_[edge.below].numbers.is_decided()) order.push_back(edge.below);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return burdened(a) < burdened(b); });
  return order;
}

catalog::Numbers ProofTree::limits(const Way& way) const {
  catalog::Numbers limits{catalog::kInfinite, catalog::kInfinite};
  for (std::size_t i = 0; i + 1 < way.size(); ++i) limits = limits_below(claims_[way[i]], limits, way[i + 1]);
  return limits;
}

/// The df-pn thresholds, but wider: a worker may begin the leaf with an empty table, so the leaf is left only when
/// another one is much more promising.
catalog::Numbers ProofTree::limits_below(const Claim& claim, const catalog::Numbers& limits, std::size_t below) const {
  constexpr std::uint64_t kRoom = 3;
  constexpr std::uint64_t kLeastGrowth = 2;
  const auto own = claim.is_attackers ? &catalog::Numbers::proof : &catalog::Numbers::disproof;
  const auto other = claim.is_attackers ? &catalog::Numbers::disproof : &catalog::Numbers::proof;
  const catalog::Numbers& here = claims_[below].numbers;
  std::uint64_t runner_up = catalog::kInfinite;
  for (const Edge& edge : claim.edges) {
    const catalog::Numbers& beside = claims_[edge.below].numbers;
    if (edge.below != below && !beside.is_decided()) runner_up = std::min<std::uint64_t>(runner_up, beside.*own);
  }
  const auto at_least = [](std::uint64_t limit, std::uint64_t number) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::max(limit, kLeastGrowth * number), catalog::kInfinite));
  };
  catalog::Numbers result;
  result.*own = at_least(std::min<std::uint64_t>(limits.*own, kRoom * runner_up), here.*own);
  const std::uint64_t rest = std::uint64_t{limits.*other} - std::min(limits.*other, claim.numbers.*other) + here.*other;
  result.*other = at_least(limits.*other == catalog::kInfinite ? catalog::kInfinite : rest, here.*other);
  return result;
}

void ProofTree::decide(std::size_t leaf, bool holds) {
  claims_[leaf].numbers = holds ? catalog::kProven : catalog::kDisproven;
  claims_[leaf].is_told = true;
  tell_above(leaf);
}

void ProofTree::take_apart(std::size_t leaf, bool is_attackers, const std::vector<Branch>& branches,
                           const std::vector<std::string>& names) {
  claims_[leaf].is_attackers = is_attackers;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    std::size_t below = claims_.size();
    if (!names[i].empty()) below = by_name_.emplace(names[i], below).first->second;
    if (below == claims_.size()) {
      Claim claim;
      claim.numbers = branches[i].numbers;
      claim.is_told = claim.numbers.is_decided();
      claim.moves = claims_[leaf].moves;
      claim.moves.insert(claim.moves.end(), branches[i].moves.begin(), branches[i].moves.end());
      claims_.push_back(std::move(claim));
    }
    claims_[below].above.push_back(leaf);
    claims_[leaf].edges.push_back({branches[i].moves, below});
  }
  claims_[leaf].numbers = combined(claims_[leaf]);
  tell_above(leaf);
}

/// The side that chooses needs one branch: its number is the minimum over the branches, the other number their sum.
catalog::Numbers ProofTree::combined(const Claim& claim) const {
  std::uint32_t least = catalog::kInfinite;
  std::uint64_t sum = 0;
  for (const Edge& edge : claim.edges) {
    const catalog::Numbers& below = claims_[edge.below].numbers;
    least = std::min(least, claim.is_attackers ? below.proof : below.disproof);
    sum += claim.is_attackers ? below.disproof : below.proof;
  }
  if (least == 0) return claim.is_attackers ? catalog::kProven : catalog::kDisproven;
  if (least == catalog::kInfinite) return claim.is_attackers ? catalog::kDisproven : catalog::kProven;
  return claim.is_attackers ? catalog::Numbers{least, capped_sum(sum)} : catalog::Numbers{capped_sum(sum), least};
}

void ProofTree::tell_above(std::size_t changed) {
  std::vector<std::size_t> waiting = claims_[changed].above;
  while (!waiting.empty()) {
    const std::size_t number = waiting.back();
    waiting.pop_back();
    const catalog::Numbers now = combined(claims_[number]);
    if (now == claims_[number].numbers) continue;
    claims_[number].numbers = now;
    waiting.insert(waiting.end(), claims_[number].above.begin(), claims_[number].above.end());
  }
}

}  // namespace partita::work
