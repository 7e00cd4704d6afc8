#include "study/review.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/engine.h"
#include "study/image_moves.h"
#include "study/proof_store.h"
#include "study/proven_lines.h"

namespace partita::study {

namespace {

/// By so much the best move must be better than the second best to be praised.
constexpr double kOnlyMoveLead = 0.10;
constexpr double kEven = 0.5;
/// A lead worth the name: below it two seats count as level.
constexpr double kLead = 0.05;
constexpr std::size_t kMostTurningPoints = 5;
constexpr std::size_t kMostMoments = 3;
/// How far a line is turned back from the image it was found in.
constexpr std::size_t kLongestTurned = 8;

/// A line of one position, as it reads in an image of it.
std::vector<std::string> turned_line(catalog::AnyPosition from, catalog::AnyPosition to,
                                     const std::vector<std::string>& line) {
  if (from.text() == to.text()) return line;
  std::vector<std::string> turned;
  for (const std::string& move : line) {
    if (turned.size() == kLongestTurned) break;
    const auto image = move_to(to, canonical_after(from, move));
    if (!image || !from.play(move) || !to.play(*image)) break;
    turned.push_back(*image);
  }
  return turned;
}

/// Plies to the end at most where the best line is proven.
std::optional<int> plies_of(const catalog::SearchResult& result) {
  if (result.lines.empty() || !result.lines[0].score.distance) return std::nullopt;
  return std::abs(*result.lines[0].score.distance);
}

std::optional<int> sign_of(const catalog::SearchResult& result) {
  return result.lines.empty() ? std::nullopt : proven_sign(result.lines[0].score);
}

double share_of(const std::vector<double>& shares, catalog::Seat seat) {
  return seat < shares.size() ? shares[seat] : 0.0;
}

/// Nothing is better than to win at once, though a search may find a longer win first.
void name_winner(ReviewedPly& ply) {
  ply.best_move = ply.move;
  ply.best.pv = {ply.move};
  ply.best.score.distance = 1;
  ply.best.score.by_seat = ply.after;
}

/// A best move that was worth finding: the second best gives away much, but neither does the best win at once nor the
/// second best lose at once. A move known from a shipped proof is not praised.
bool is_only_good(const JudgedPosition& judged, catalog::Seat mover) {
  const auto& lines = judged.result.lines;
  if (lines.size() < 2 || judged.known) return false;
  const catalog::ScoreReport& best = lines[0].score;
  const catalog::ScoreReport& next = lines[1].score;
  if (share_of(best.by_seat, mover) - share_of(next.by_seat, mover) < kOnlyMoveLead) return false;
  const bool wins_at_once = best.distance && *best.distance == 1;
  const bool others_lose_at_once = next.distance && *next.distance < 0 && *next.distance >= -2;
  return !wins_at_once && !others_lose_at_once;
}

/// The seat clearly ahead, if there is one.
std::optional<std::size_t> leader(const std::vector<double>& shares) {
  const auto best = std::max_element(shares.begin(), shares.end());
  const auto seat = static_cast<std::size_t>(best - shares.begin());
  for (std::size_t other = 0; other < shares.size(); ++other) {
    if (other != seat && shares[other] > *best - kLead) return std::nullopt;
  }
  return seat;
}

std::vector<std::size_t> find_turning_points(const std::vector<ReviewedPly>& plies) {
  std::vector<std::size_t> points;
  std::optional<std::size_t> ahead;
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const auto now = leader(plies[i].after);
    const bool has_lost_a_lead = leader(plies[i].before) == plies[i].mover && now != plies[i].mover;
    if (plies[i].loss >= kMistakeLoss && (has_lost_a_lead || (now && now != ahead))) points.push_back(i);
    if (now) ahead = now;
  }
  std::stable_sort(points.begin(), points.end(),
                   [&](std::size_t a, std::size_t b) { return plies[a].loss > plies[b].loss; });
  if (points.size() > kMostTurningPoints) points.resize(kMostTurningPoints);
  return points;
}

/// A mean that is nothing while nothing was added.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  std::optional<double> value() const { return count_ == 0 ? std::nullopt : std::optional(sum_ / count_); }

 private:
  double sum_ = 0;
  int count_ = 0;
};

SeatReview sum_up(const catalog::AnyPosition& start, catalog::Seat seat, const std::vector<ReviewedPly>& plies) {
  SeatReview sum;
  sum.name = start.seat_name(seat);
  Mean accuracy;
  Mean resistance;
  for (const ReviewedPly& ply : plies) {
    if (ply.mover != seat) continue;
    ++sum.plies;
    sum.inaccuracies += ply.mark == MoveMark::kInaccuracy;
    sum.mistakes += ply.mark == MoveMark::kMistake;
    sum.blunders += ply.mark == MoveMark::kBlunder;
    if (ply.reason && ply.mark != MoveMark::kGood) {
      if (const std::string kind = mistake_kind(*ply.reason); !kind.empty()) ++sum.missed[kind];
    }
    if (!ply.is_lost) accuracy.add(move_accuracy(ply.loss));
    if (ply.is_lost && ply.kept && ply.resisting && *ply.resisting > 0) {
      resistance.add(100.0 * *ply.kept / *ply.resisting);
    }
  }
  sum.accuracy = accuracy.value();
  sum.resistance = resistance.value();
  return sum;
}

/// So few nodes may be asked for that no move is finished: then one ply is looked ahead, whatever it takes.
catalog::SearchRequest least_search(const ReviewRequest& request) {
  catalog::SearchRequest search;
  search.limits.depth = 1;
  search.stop = request.stop;
  return search;
}

base::Parsed<JudgedPosition> judge(const catalog::AnyPosition& position, const ReviewRequest& request) {
  if (position.is_over()) return judged_by_rules(position);
  catalog::SearchRequest search;
  search.limits = request.limits;
  search.limits.lines = kReviewLines;
  search.stop = request.stop;
  JudgedPosition judged;
  judged.known = shipped_proofs().ask(position, request.stop);
  if (judged.known) judged.result = proven_result(proven_lines(*judged.known, position, kReviewLines, request.stop));
  if (judged.result.lines.empty()) {
    auto engine = make_engine(position.game(), position.rules(), request.engine);
    if (!engine) return engine.forward_error();
    judged.result = (*engine)->search(position, search);
    if (judged.result.lines.empty()) judged.result = (*engine)->search(position, least_search(request));
  }
  if (request.stop != nullptr && request.stop->is_raised()) return base::Error{"stopped"};
  if (judged.result.lines.empty()) return base::Error{"the engine tells nothing about '" + position.text() + "'"};
  if (!judged.result.lines[0].pv.empty()) judged.result.best_move = judged.result.lines[0].pv.front();
  judged.shares = judged.result.lines[0].score.by_seat;
  return held_to_proof(std::move(judged), position);
}

}  // namespace

JudgedPosition judged_by_rules(const catalog::AnyPosition& position) {
  JudgedPosition judged;
  const catalog::Ending ending = position.ending();
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    judged.shares.push_back(static_cast<double>(ending.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint);
  }
  return judged;
}

std::vector<std::size_t> key_moments(const std::vector<double>& losses) {
  std::vector<std::size_t> plies(losses.size());
  std::iota(plies.begin(), plies.end(), std::size_t{0});
  std::stable_sort(plies.begin(), plies.end(), [&](std::size_t a, std::size_t b) { return losses[a] > losses[b]; });
  plies.resize(std::min(plies.size(), kMostMoments));
  std::erase_if(plies, [&](std::size_t ply) { return losses[ply] < kInaccuracyLoss; });
  std::sort(plies.begin(), plies.end());
  return plies;
}

std::vector<MissedKind> missed_kinds(std::string_view game, const SeatReview& seat) {
  const auto entry = catalog::find_game(game);
  std::vector<MissedKind> missed;
  if (!entry || !(*entry)->motifs) return missed;
  // By the English noun: the kinds of double threats, say, have one.
  std::map<std::string_view, std::pair<const catalog::MotifKind*, int>> by_noun;
  for (const auto& [name, count] : seat.missed) {
    const catalog::MotifKind* kind = find_kind(*(*entry)->motifs->kinds, name);
    if (kind == nullptr) continue;
    auto& [first, sum] = by_noun[kind->english.noun];
    if (first == nullptr) first = kind;
    sum += count;
  }
  for (const auto& [noun, counted] : by_noun) {
    const auto& [kind, count] = counted;
    missed.push_back({std::string(kind->name), count, counted_noun(*kind, count, Language::kEnglish),
                      counted_noun(*kind, count, Language::kItalian), counted_noun(*kind, 2, Language::kEnglish),
                      counted_noun(*kind, 2, Language::kItalian)});
  }
  std::stable_sort(missed.begin(), missed.end(),
                   [](const MissedKind& a, const MissedKind& b) { return a.count > b.count; });
  return missed;
}

GameReviewer::GameReviewer(catalog::AnyPosition start, std::vector<std::string> moves)
    : moves_(std::move(moves)),
      review_{start, {}, {}, {}, {}},
      position_(start),
      before_position_(start),
      reviewed_from_(start),
      image_(start),
      before_image_(std::move(start)) {}

const ReviewedPly* GameReviewer::take(JudgedPosition judged) {
  const bool is_start = !before_;
  // What the search has proven itself says more: it knows a way.
  if (!is_start && !judged.known && !sign_of(judged.result)) {
    judged.known = carried_proof(*before_, before_image_, image_);
  }
  judged = held_to_proof(std::move(judged), image_);
  if (!is_start) review_.plies.push_back(compare(judged));
  remember_lost(judged);
  before_ = std::move(judged);
  reviewed_from_ = before_position_;
  step();
  return is_start ? nullptr : &review_.plies.back();
}

/// A side that was proven lost counts as lost until a search gives it even chances: the other side may have left the
/// winning line that was known for another one.
void GameReviewer::remember_lost(const JudgedPosition& judged) {
  if (image_.seat_count() != 2 || image_.is_over()) return;
  const catalog::Seat mover = image_.to_move();
  if (const auto sign = judged.known ? judged.known->sign() : sign_of(judged.result); sign && *sign != 0)
    lost_seat_ = *sign > 0 ? static_cast<catalog::Seat>(1 - mover) : mover;
  else if (lost_seat_ && share_of(judged.shares, *lost_seat_) >= kEven)
    lost_seat_.reset();
}

/// On to the next position, if there is one.
void GameReviewer::step() {
  is_done_ = is_whole();
  if (is_done_) return;
  const std::string& move = moves_[review_.plies.size()];
  catalog::AnyPosition next = position_;
  if (!next.play(move)) {
    is_done_ = true;
    return;
  }
  before_position_ = std::exchange(position_, std::move(next));
  before_image_ = image_;
  image_move_ = move_to(image_, catalog::canonical_text(position_)).value_or(move);
  if (!image_.play(image_move_)) image_ = position_;
}

ReviewedPly GameReviewer::compare(const JudgedPosition& after) const {
  ReviewedPly ply;
  ply.move = moves_[review_.plies.size()];
  ply.mover = before_position_.to_move();
  ply.before = before_->shares;
  ply.after = after.shares;
  const std::string& best = before_->result.best_move;
  ply.best = before_->result.lines.empty() ? catalog::LineReport{} : before_->result.lines[0];
  ply.best.time_ms = 0;
  ply.best.nps = 0;
  ply.best.pv = turned_line(before_image_, before_position_, ply.best.pv);
  const auto turned = turned_line(before_image_, before_position_, {best});
  ply.best_move = turned.empty() ? best : turned.front();
  ply.proof = before_->known;
  if (image_.is_over() && share_of(after.shares, ply.mover) >= 1.0) name_winner(ply);
  // An image of the best move is as good as it.
  const bool is_best =
      best == image_move_ || canonical_after(before_image_, best) == canonical_after(before_image_, image_move_);
  ply.is_lost = sign_of(before_->result) == -1 && before_image_.seat_count() == 2;
  if (ply.is_lost)
    judge_resistance(ply, after, is_best);
  else
    judge_chances(ply, after, is_best);
  if (ply.mark != MoveMark::kNone && has_reasons_) ply.reason = reason_of(ply, after);
  return ply;
}

/// The best line against the move that was played with the best answers to it.
Reason GameReviewer::reason_of(const ReviewedPly& ply, const JudgedPosition& after) const {
  ReasonQuestion question{before_position_, {ply.move}, {}};
  if (ply.mark == MoveMark::kGood) {
    question.played_end = ply.best.score.distance;
    // Without a proof the opponent need not follow the line.
    const bool is_proven = question.played_end.value_or(0) > 0;
    if (is_proven && !ply.best.pv.empty() && ply.best.pv.front() == ply.move) question.played = ply.best.pv;
    return find_reason(question);
  }
  question.better_end = ply.best.score.distance;
  question.better_chance = share_of(ply.best.score.by_seat, ply.mover);
  question.is_left_open = ply.leaves_proof;
  question.better = ply.best.pv.empty() ? std::vector<std::string>{ply.best_move} : ply.best.pv;
  if (!after.result.lines.empty()) {
    const auto answers = turned_line(image_, position_, after.result.lines[0].pv);
    question.played.insert(question.played.end(), answers.begin(), answers.end());
    question.played_chance = share_of(ply.after, ply.mover);
    question.played_end = end_before_ply(after.result.lines[0].score.distance, ply.mover, position_.to_move());
  }
  return find_reason(question);
}

void GameReviewer::judge_resistance(ReviewedPly& ply, const JudgedPosition& after, bool is_best) const {
  ply.resisting = plies_of(before_->result);
  if (image_.is_over())
    ply.kept = 1;
  else if (const auto plies = plies_of(after.result); plies && sign_of(after.result) == 1)
    ply.kept = *plies + 1;
  if (ply.resisting && ply.kept) ply.kept = std::min(*ply.kept, *ply.resisting);
  if (is_best) ply.kept = ply.resisting;
  if (ply.resisting && ply.kept) ply.mark = resistance_fault_of(*ply.kept, *ply.resisting);
}

void GameReviewer::judge_chances(ReviewedPly& ply, const JudgedPosition& after, bool is_best) const {
  // Where no winning move is known the player could not find one: the move is compared with the engine's best.
  const bool is_way_known = !before_->known || !before_->known->moves.empty();
  const double was = share_of(is_way_known ? ply.before : ply.best.score.by_seat, ply.mover);
  const double is = share_of(ply.after, ply.mover);
  if (is_best) {
    // No fault, even where the search of the next position thinks otherwise; but what loses by force is not praised.
    if (is_only_good(*before_, ply.mover) && is > 0) ply.mark = MoveMark::kGood;
    return;
  }
  if (lost_seat_ == ply.mover) return;  // what was lost cannot be lost again
  ply.loss = std::max(0.0, was - is);
  // A player who leaves a proven win may still win another way: an estimate that is still good does not refute that.
  // Nor does an even one where a shipped proof, and no search, had found the win: it would say no more of the best
  // move.
  const double still_good = before_->known ? kEven - kMistakeLoss : kEven;
  ply.leaves_proof = sign_of(before_->result) == 1 && !image_.is_over() && !sign_of(after.result) && is >= still_good;
  if (ply.leaves_proof) ply.loss = std::min(ply.loss, kInaccuracyLoss + std::max(0.0, kEven - is));
  ply.mark = ply.leaves_proof ? fault_of(was, was - ply.loss) : fault_of(was, is);
}

GameReview GameReviewer::review() const {
  GameReview review = review_;
  for (int seat = 0; seat < review.start.seat_count(); ++seat) {
    review.seats.push_back(sum_up(review.start, static_cast<catalog::Seat>(seat), review.plies));
  }
  std::vector<double> losses;
  for (const ReviewedPly& ply : review.plies) losses.push_back(ply.loss);
  review.turning_points = find_turning_points(review.plies);
  review.key_moments = key_moments(losses);
  return review;
}

base::Parsed<GameReview> review_game(const catalog::AnyPosition& position, const ReviewRequest& request) {
  // Refused even where every position is decided and no engine would be asked.
  if (const auto engine = make_engine(position.game(), position.rules(), request.engine); !engine) {
    return engine.forward_error();
  }
  catalog::AnyPosition start = position;
  while (start.undo()) continue;
  const int total = static_cast<int>(position.moves().size());
  GameReviewer reviewer(std::move(start), position.moves());
  if (!request.has_reasons) reviewer.leave_out_reasons();
  for (int judged = 0; !reviewer.is_done(); ++judged) {
    auto found = judge(reviewer.asked(), request);
    if (!found) return found.forward_error();
    reviewer.take(std::move(*found));
    if (request.on_progress) request.on_progress(judged, total);
  }
  return reviewer.review();
}

}  // namespace partita::study
