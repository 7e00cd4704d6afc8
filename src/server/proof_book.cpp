#include "server/proof_book.h"

#include <algorithm>
#include <cstdlib>

#include "base/threads.h"
#include "catalog/games.h"

namespace partita::server {

namespace {

using study::Finding;

constexpr std::size_t kMostFacts = 20'000;

/// With the whole way to the position: where rules know repetition the same board may be worth something else.
std::string key_of(const catalog::AnyPosition& position) {
  std::string key(position.game());
  for (const auto& [name, value] : position.rules()) key += "|" + name + "=" + value;
  key += "|" + position.start_text() + "|";
  for (const std::string& move : position.moves()) key += move + " ";
  return key;
}

bool is_proof(const catalog::ScoreReport& score, int sign) {
  using Bound = catalog::ScoreReport::Bound;
  if (sign > 0) return score.bound != Bound::kUpper;
  return sign == 0 ? score.bound == Bound::kExact : score.bound != Bound::kLower;
}

Finding::Result result_of(int sign) {
  return sign > 0 ? Finding::Result::kWin : sign < 0 ? Finding::Result::kLoss : Finding::Result::kDraw;
}

bool says_more(const Finding& one, const Finding& other) {
  if (one.plies == 0) return false;
  return other.plies == 0 || one.plies < other.plies ||
         (one.plies == other.plies && one.is_shortest && !other.is_shortest);
}

/// The proof with what a search has found to be shorter.
void sharpen(study::KnownProof& known, const Finding& finding) {
  if (finding.result != known.finding.result || !says_more(finding, known.finding)) return;
  known.finding.plies = finding.plies;
  known.finding.is_shortest = finding.is_shortest;
  if (finding.result != Finding::Result::kWin || finding.move.empty()) return;
  known.finding.move = finding.move;
  std::erase_if(known.moves, [&](const study::ProvenMove& move) { return move.move == finding.move; });
  known.moves.insert(known.moves.begin(), {finding.move, finding.plies});
}

}  // namespace

ProofBook::~ProofBook() {
  closing_.raise();
  if (warming_.joinable()) warming_.join();
}

void ProofBook::warm_up() {
  if (!base::Threads::are_there()) return;
  std::call_once(warmed_, [this] {
    warming_ = std::thread([this] {
      for (const catalog::GameEntry& game : catalog::all_games()) {
        const auto start = catalog::AnyPosition::initial(game.name, {});
        if (start) study::count_shipped_strategies(*start, &closing_);
      }
    });
  });
}

std::optional<study::KnownProof> ProofBook::known(const catalog::AnyPosition& position,
                                                  const base::StopFlag* stop) const {
  auto proof = study::shipped_proof(position, stop);
  const auto finding = learnt(position);
  if (!finding) return proof;
  if (proof) {
    sharpen(*proof, *finding);
    return proof;
  }
  study::KnownProof own{*finding, {}};
  if (finding->result == Finding::Result::kWin && !finding->move.empty() && finding->plies > 0) {
    own.moves.push_back({finding->move, finding->plies});
  }
  return own;
}

std::optional<Finding> ProofBook::learnt(const catalog::AnyPosition& position) const {
  catalog::AnyPosition before = position;
  const bool has_before = before.undo();
  const std::lock_guard lock(mutex_);
  if (auto found = found_locked(key_of(position))) return found;
  if (!has_before || before.to_move() == position.to_move()) return std::nullopt;
  // Whoever is lost whatever he does is lost after this move as well.
  const auto lost = found_locked(key_of(before));
  if (!lost || lost->result != Finding::Result::kLoss) return std::nullopt;
  Finding won;
  won.plies = std::max(0, lost->plies - 1);
  return won;
}

std::optional<Finding> ProofBook::found_locked(const std::string& key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  return found->second->second;
}

void ProofBook::learn(const catalog::AnyPosition& position, const catalog::LineReport& best) {
  const auto proven = study::proven_sign(best.score);
  if (!proven || !is_proof(best.score, *proven) || position.seat_count() != 2) return;
  const std::lock_guard lock(mutex_);
  catalog::AnyPosition walked = position;
  int sign = *proven;
  int plies = best.score.distance ? std::abs(*best.score.distance) : 0;
  const bool is_counted = plies > 0;
  for (std::size_t i = 0; i <= best.pv.size() && !walked.is_over(); ++i) {
    if (is_counted && plies <= 0) return;
    Finding finding;
    finding.result = result_of(sign);
    finding.plies = is_counted ? plies : 0;
    finding.is_shortest = best.score.bound == catalog::ScoreReport::Bound::kExact && is_counted && i == 0;
    if (i < best.pv.size() && sign >= 0) finding.move = best.pv[i];
    keep_locked(key_of(walked), finding);
    if (i == best.pv.size()) return;
    const auto mover = walked.to_move();
    if (!walked.play(best.pv[i])) return;
    if (walked.to_move() != mover) sign = -sign;
    --plies;
  }
}

void ProofBook::keep_locked(std::string key, const Finding& finding) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    if (says_more(finding, found->second->second) || finding.result != found->second->second.result)
      found->second->second = finding;
    return;
  }
  facts_.emplace_front(std::move(key), finding);
  by_key_.emplace(facts_.front().first, facts_.begin());
  if (facts_.size() <= kMostFacts) return;
  by_key_.erase(facts_.back().first);
  facts_.pop_back();
}

}  // namespace partita::server
