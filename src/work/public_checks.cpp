#include "work/public_checks.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/text.h"
#include "catalog/presets.h"

namespace partita::work {

namespace {

constexpr double kRounding = 1e-6;
// Shares come from chances by a formula, with the draw's share divided among the seats.
constexpr double kShareSlack = 0.02;
constexpr int kLongestEnd = 100'000;
constexpr int kDeepest = 1'000'000;
constexpr std::size_t kLongestVariation = 200;
// Of the whole point: two honest searches of a second seldom differ by so much.
constexpr double kGreatDifference = 0.35;
constexpr std::int64_t kMostCheckMs = 1'000;

bool is_chance(double value) { return std::isfinite(value) && value >= -kRounding && value <= 1 + kRounding; }

std::string fault_of_score(const SearchOrder& order, const catalog::ScoreReport& score) {
  const auto seats = static_cast<std::size_t>(order.position.seat_count());
  if (score.by_seat.size() != seats) return "shares of another number of seats";
  double sum = 0;
  for (const double share : score.by_seat) {
    if (!is_chance(share)) return "a share that is none";
    sum += share;
  }
  if (std::abs(sum - 1) > kShareSlack) return "shares that do not make one point";
  if (!is_chance(score.win) || !is_chance(score.draw) || score.win + score.draw > 1 + kShareSlack)
    return "a chance that is none";
  const double own = score.by_seat[order.position.to_move()];
  if (std::abs(own - score.win - score.draw / static_cast<double>(seats)) > kShareSlack)
    return "a share that is not that of its chances";
  if (std::abs(score.value) > 2 * catalog::kWonValue) return "a value beyond every win";
  if (!score.distance) return "";
  if (std::abs(*score.distance) > kLongestEnd) return "an end beyond every game";
  if ((*score.distance > 0 && own < 0.5) || (*score.distance < 0 && own > 0.5)) return "a proof against its chances";
  return "";
}

SearchOrder checking_order(const SearchOrder& order) {
  SearchOrder again = order;
  again.tables = SearchOrder::Tables::kFresh;
  again.is_long = true;
  catalog::Limits& limits = again.limits;
  const bool has_count = limits.depth > 0 || limits.nodes > 0;
  if (order.is_analysis || !has_count) {
    limits.movetime_ms = limits.movetime_ms > 0 ? std::min(limits.movetime_ms, kMostCheckMs) : kMostCheckMs;
    limits.clock_ms = {};
    limits.increment_ms = {};
  } else if (limits.movetime_ms == 0) {
    limits.movetime_ms = 4 * kMostCheckMs;
  }
  limits.lines = 1;
  return again;
}

const catalog::LineReport* best_line(const Thought& thought) {
  const auto& lines = thought.result.lines;
  const auto best =
      std::min_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return best == lines.end() || !thought.failure.empty() || thought.is_lost ? nullptr : &*best;
}

/// What the mover of `order` gets after the move, by a search at home.
std::optional<double> worth_of_move(Thinking& home, const SearchOrder& order, const std::string& move,
                                    const base::StopFlag& stop) {
  SearchOrder after = order;
  const auto seat = static_cast<std::size_t>(order.position.to_move());
  if (!after.position.play(move)) return std::nullopt;
  if (after.position.is_over())
    return static_cast<double>(after.position.ending().payoff[seat]) / static_cast<double>(game::kPoint);
  const Thought thought = home.search(after, {}, stop);
  const catalog::LineReport* line = best_line(thought);
  if (line == nullptr || line->score.by_seat.size() <= seat) return std::nullopt;
  return line->score.by_seat[seat];
}

}  // namespace

std::string fault_of_line(const SearchOrder& order, catalog::LineReport& line) {
  if (line.rank < 1 || line.rank > std::max(1, order.limits.lines)) return "a line that was not asked for";
  if (line.depth < 0 || line.depth > kDeepest || line.time_ms < 0) return "a depth or a time that is none";
  if (line.pv.empty()) return "a line without a move";
  if (std::string fault = fault_of_score(order, line.score); !fault.empty()) return fault;
  catalog::AnyPosition walked = order.position;
  std::size_t legal = 0;
  const std::size_t most = std::min(line.pv.size(), kLongestVariation);
  while (legal < most && !walked.is_over() && walked.play(line.pv[legal])) ++legal;
  if (legal == 0) return "a line whose move is not legal: " + base::quoted(line.pv.front());
  line.pv.resize(legal);
  return "";
}

std::string fault_of_thought(const SearchOrder& order, Thought& thought) {
  catalog::SearchResult& result = thought.result;
  if (!order.position.read_path(result.best_move)) return "a move that is not legal: " + base::quoted(result.best_move);
  if (result.depth < 0 || result.depth > kDeepest || result.time_ms < 0) return "a depth or a time that is none";
  std::set<int> ranks;
  for (catalog::LineReport& line : result.lines) {
    if (std::string fault = fault_of_line(order, line); !fault.empty()) return fault;
    if (!ranks.insert(line.rank).second) return "two lines of one rank";
  }
  result.note.clear();
  result.table.reset();
  const std::int64_t clock_ms = order.limits.clock_ms[order.position.to_move()];
  const std::int64_t most_ms = order.limits.movetime_ms > 0 ? order.limits.movetime_ms : clock_ms;
  thought.turn_ms = std::clamp<std::int64_t>(thought.turn_ms, 0, most_ms);
  return "";
}

std::optional<std::string> disagreement(Thinking& home, const SearchOrder& order, const Thought& thought,
                                        const base::StopFlag& stop) {
  const catalog::LineReport* claimed = best_line(thought);
  const SearchOrder again = checking_order(order);
  const Thought own = home.search(again, {}, stop);
  const catalog::LineReport* found = best_line(own);
  if (found == nullptr || stop.is_raised()) return std::nullopt;
  const auto seat = static_cast<std::size_t>(order.position.to_move());
  const double worth = found->score.by_seat[seat];
  if (claimed != nullptr && std::abs(claimed->score.by_seat[seat] - worth) > kGreatDifference)
    return base::format("claims %.2f where we find %.2f", claimed->score.by_seat[seat], worth);
  const auto spec = catalog::read_engine_spec(order.engine.spec);
  const bool errs_on_purpose = !spec || catalog::level_of_preset(order.engine.game, spec->preset) != nullptr;
  if (errs_on_purpose || thought.result.best_move == own.result.best_move) return "";
  const auto theirs = worth_of_move(home, again, thought.result.best_move, stop);
  if (!theirs || stop.is_raised()) return std::nullopt;
  if (*theirs < worth - kGreatDifference) return base::format("plays for %.2f where %.2f is to be had", *theirs, worth);
  return "";
}

}  // namespace partita::work
