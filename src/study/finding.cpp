#include "study/finding.h"

#include <algorithm>

#include "catalog/any_engine.h"
#include "game/types.h"

namespace partita::study {

namespace {

bool is_lost(const catalog::LineReport& line) { return line.score.distance && *line.score.distance < 0; }

/// Whether the engine itself knows as much about its best line.
bool is_as_good(const catalog::LineReport& best, const Finding& finding) {
  if (!best.score.distance || best.score.bound != catalog::ScoreReport::Bound::kExact) return false;
  const int distance = *best.score.distance;
  if (finding.result == Finding::Result::kDraw) return distance == 0;
  return distance > 0 && (finding.plies == 0 || distance <= finding.plies);
}

std::vector<catalog::LineReport> all_lost(std::vector<catalog::LineReport> lines, const catalog::ScoreReport& score) {
  for (catalog::LineReport& line : lines) {
    if (!is_lost(line)) line.score = score;
  }
  return lines;
}

}  // namespace

catalog::ScoreReport score_of(const Finding& finding, const catalog::AnyPosition& position) {
  const int sign = finding.result == Finding::Result::kLoss ? -1 : 1;
  const auto mover = static_cast<std::size_t>(position.to_move());
  catalog::ScoreReport score;
  score.by_seat.assign(static_cast<std::size_t>(position.seat_count()), 0.0);
  if (finding.result == Finding::Result::kDraw) {
    score.distance = 0;
    score.win = 0;
    score.draw = 1;
    score.by_seat.assign(score.by_seat.size(), 1.0 / static_cast<double>(score.by_seat.size()));
    return score;
  }
  score.value = sign * (finding.plies > 0 ? std::int64_t{game::win_in(finding.plies)} : catalog::kWonValue);
  if (finding.plies > 0) score.distance = sign * finding.plies;
  if (!finding.is_shortest)
    score.bound = sign > 0 ? catalog::ScoreReport::Bound::kLower : catalog::ScoreReport::Bound::kUpper;
  score.win = sign > 0 ? 1 : 0;
  score.by_seat[sign > 0 ? mover : 1 - mover] = 1;
  return score;
}

std::vector<catalog::LineReport> overruled(const std::vector<catalog::LineReport>& lines, const Finding& finding,
                                           const catalog::AnyPosition& position, int most_lines) {
  const catalog::ScoreReport score = score_of(finding, position);
  if (finding.result == Finding::Result::kLoss) return all_lost(lines, score);
  if (!lines.empty() && is_as_good(lines.front(), finding)) return lines;
  catalog::LineReport first;
  const auto is_proven = [&](const catalog::LineReport& line) {
    return !line.pv.empty() && line.pv.front() == finding.move;
  };
  const auto known = finding.move.empty() ? lines.begin() : std::find_if(lines.begin(), lines.end(), is_proven);
  if (known != lines.end())
    first = *known;
  else
    first.pv = {finding.move};
  if (first.pv.empty()) return lines;
  first.score = score;
  first.depth = std::max(first.depth, finding.plies);
  first.nodes = std::max(first.nodes, finding.nodes);
  std::vector<catalog::LineReport> result = {first};
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    if (line != known) result.push_back(*line);
  }
  if (static_cast<int>(result.size()) > std::max(1, most_lines))
    result.resize(static_cast<std::size_t>(std::max(1, most_lines)));
  for (std::size_t i = 0; i < result.size(); ++i) result[i].rank = static_cast<int>(i) + 1;
  return result;
}

}  // namespace partita::study
