#include "protocol/game_review.h"
#include "study/engine.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace partita::protocol {

namespace {

/// A lead worth the name: below it two seats count as level.
constexpr double kLead = 0.05;
constexpr std::size_t kMostTurningPoints = 5;

/// The engine's word on one position, or the rules' where the game is over.
struct Verdict {
  std::vector<double> shares;
  catalog::SearchResult result;
};

std::vector<double> final_shares(const catalog::AnyPosition& position) {
  const catalog::Ending ending = position.ending();
  std::vector<double> shares;
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    shares.push_back(static_cast<double>(ending.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint);
  }
  return shares;
}

Verdict judge(const catalog::AnyPosition& position, catalog::AnyEngine& engine, const catalog::Limits& limits) {
  Verdict verdict;
  if (position.is_over()) {
    verdict.shares = final_shares(position);
    return verdict;
  }
  catalog::SearchRequest request;
  request.limits = limits;
  request.limits.lines = 2;  // the second best tells whether the best was the only good move
  verdict.result = engine.search(position, request);
  if (verdict.result.lines.empty()) {
    verdict.shares.assign(static_cast<std::size_t>(position.seat_count()), 1.0 / position.seat_count());
  } else {
    verdict.shares = verdict.result.lines.front().score.by_seat;
  }
  return verdict;
}

/// A move that was hard to find: the only one that keeps the chances, where others do not lose (or it win) at once.
bool is_only_move(const Verdict& verdict, catalog::Seat mover) {
  const auto& lines = verdict.result.lines;
  if (lines.size() < 2) return false;
  const auto& best = lines[0].score;
  const auto& next = lines[1].score;
  if (best.by_seat[mover] - next.by_seat[mover] < study::kBlunderLoss) return false;
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

ReviewedPly compare(const std::string& move, catalog::Seat mover, const Verdict& before, const Verdict& after) {
  ReviewedPly ply;
  ply.move = move;
  ply.mover = mover;
  ply.before = before.shares;
  ply.after = after.shares;
  ply.best_move = before.result.best_move;
  ply.depth = before.result.depth;
  if (!before.result.lines.empty()) {
    ply.best_line = before.result.lines.front().pv;
    ply.best_score = before.result.lines.front().score;
  }
  // The engine's own choice is no fault, even where one ply deeper it thinks otherwise.
  if (move != ply.best_move) {
    ply.loss = std::max(0.0, ply.before[mover] - ply.after[mover]);
    ply.mark = study::fault_of(ply.before[mover], ply.after[mover]);
  }
  if (move == ply.best_move && is_only_move(before, mover)) ply.mark = MoveMark::kGood;
  return ply;
}

std::vector<SeatReview> sum_up(const catalog::AnyPosition& start, const std::vector<ReviewedPly>& plies) {
  std::vector<SeatReview> seats(static_cast<std::size_t>(start.seat_count()));
  std::vector<double> sums(seats.size(), 0.0);
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    seats[seat].name = start.seat_name(static_cast<catalog::Seat>(seat));
  for (const ReviewedPly& ply : plies) {
    SeatReview& seat = seats[ply.mover];
    ++seat.plies;
    sums[ply.mover] += move_accuracy(ply.loss);
    seat.inaccuracies += ply.mark == MoveMark::kInaccuracy;
    seat.mistakes += ply.mark == MoveMark::kMistake;
    seat.blunders += ply.mark == MoveMark::kBlunder;
  }
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (seats[seat].plies > 0) seats[seat].accuracy = sums[seat] / seats[seat].plies;
  }
  return seats;
}

std::vector<std::size_t> find_turning_points(const std::vector<ReviewedPly>& plies) {
  std::vector<std::size_t> points;
  std::optional<std::size_t> ahead;
  for (std::size_t i = 0; i < plies.size(); ++i) {
    const auto now = leader(plies[i].after);
    const bool has_lost_a_lead = leader(plies[i].before) == plies[i].mover && now != plies[i].mover;
    if (plies[i].loss >= study::kMistakeLoss && (has_lost_a_lead || (now && now != ahead))) points.push_back(i);
    if (now) ahead = now;
  }
  std::stable_sort(points.begin(), points.end(),
                   [&](std::size_t a, std::size_t b) { return plies[a].loss > plies[b].loss; });
  if (points.size() > kMostTurningPoints) points.resize(kMostTurningPoints);
  return points;
}

}  // namespace

base::Parsed<GameReview> review_game(const catalog::AnyPosition& position, const ReviewRequest& request) {
  auto engine = study::make_engine(position.game(), position.rules(), request.engine);
  if (!engine) return engine.forward_error();
  const std::vector<std::string> moves = position.moves();
  catalog::AnyPosition at = position;
  std::vector<ReviewedPly> plies(moves.size());
  Verdict after = judge(at, **engine, request.limits);
  for (std::size_t i = moves.size(); i-- > 0;) {
    at.undo();
    Verdict before = judge(at, **engine, request.limits);
    plies[i] = compare(moves[i], at.to_move(), before, after);
    after = std::move(before);
    if (request.on_progress) request.on_progress(static_cast<int>(moves.size() - i), static_cast<int>(moves.size()));
  }
  std::vector<SeatReview> seats = sum_up(at, plies);
  std::vector<std::size_t> points = find_turning_points(plies);
  return GameReview{std::move(at), std::move(plies), std::move(seats), std::move(points)};
}

}  // namespace partita::protocol
