#include "study/learnt_proofs.h"

#include <algorithm>
#include <utility>

namespace partita::study {

namespace {

constexpr std::size_t kMostFacts = 20'000;

/// With the whole way to the position: where rules know repetition the same board may be worth something else.
std::string fact_key(const catalog::AnyPosition& position) {
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

bool says_more(const Proven& one, const Proven& other) {
  if (one.plies == 0) return false;
  return other.plies == 0 || one.plies < other.plies ||
         (one.plies == other.plies && one.is_shortest && !other.is_shortest);
}

}  // namespace

void sharpen(Proven& known, const Proven& found) {
  if (found.result != known.result || !says_more(found, known)) return;
  known.plies = found.plies;
  known.is_shortest = found.is_shortest;
  if (!found.is_win() || found.move.empty()) return;
  known.move = found.move;
  std::erase_if(known.moves, [&](const ProvenMove& move) { return move.move == found.move; });
  known.moves.insert(known.moves.begin(), {found.move, found.plies});
}

std::optional<Proven> LearntProofs::ask(const catalog::AnyPosition& position) const {
  const std::lock_guard lock(mutex_);
  if (facts_.empty()) return std::nullopt;
  if (auto found = found_locked(fact_key(position))) return found;
  catalog::AnyPosition before = position;
  if (!before.undo() || before.to_move() == position.to_move()) return std::nullopt;
  // Whoever is lost whatever he does is lost after this move as well.
  const auto lost = found_locked(fact_key(before));
  if (!lost || !lost->is_loss()) return std::nullopt;
  return a_ply_later(*lost, before.to_move(), position.to_move());
}

std::optional<Proven> LearntProofs::found_locked(const std::string& key) const {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  return found->second->second;
}

void LearntProofs::learn(const catalog::AnyPosition& position, const catalog::LineReport& best) {
  auto first = proven_by(best.score);
  if (!first || !is_proof(best.score, first->sign()) || position.seat_count() != 2) return;
  const std::lock_guard lock(mutex_);
  catalog::AnyPosition walked = position;
  Proven proven = std::move(*first);
  const bool is_counted = proven.plies > 0;
  for (std::size_t i = 0; i <= best.pv.size() && !walked.is_over(); ++i) {
    if (i < best.pv.size() && !proven.is_loss()) proven.move = best.pv[i];
    if (proven.is_win() && is_counted && !proven.move.empty()) proven.moves = {{proven.move, proven.plies}};
    keep_locked(fact_key(walked), proven);
    if (i == best.pv.size() || (is_counted && proven.plies == 1)) return;
    const auto mover = walked.to_move();
    if (!walked.play(best.pv[i])) return;
    proven = a_ply_later(proven, mover, walked.to_move());
  }
}

void LearntProofs::keep_locked(std::string key, Proven proven) {
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    Proven& known = found->second->second;
    if (says_more(proven, known) || proven.result != known.result) known = std::move(proven);
    return;
  }
  facts_.emplace_front(std::move(key), std::move(proven));
  by_key_.emplace(facts_.front().first, facts_.begin());
  if (facts_.size() <= kMostFacts) return;
  by_key_.erase(facts_.back().first);
  facts_.pop_back();
}

}  // namespace partita::study
