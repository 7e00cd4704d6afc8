#include "study/proven_lines.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "study/atlas.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

/// How far a proven line is written out.
constexpr int kLinePlies = 8;

/// Whether the engine itself knows as much about its best line.
bool is_as_good(const catalog::LineReport& best, const Proven& proven) {
  if (!best.score.distance || best.score.bound != catalog::ScoreReport::Bound::kExact) return false;
  const int distance = *best.score.distance;
  if (proven.result == Proven::Result::kDraw) return distance == 0;
  return distance > 0 && (proven.plies == 0 || distance <= proven.plies);
}

std::vector<catalog::LineReport> all_lost(std::vector<catalog::LineReport> lines, const catalog::ScoreReport& score) {
  for (catalog::LineReport& line : lines) {
    if (line.score.distance.value_or(0) >= 0) line.score = score;
  }
  return lines;
}

catalog::ScoreReport score_after(const Proven& known, const ProvenMove& move, const catalog::AnyPosition& position) {
  return score_of({known.result, "", move.plies, move.plies <= (known.is_loss() ? 2 : 1)}, position);
}

/// The move and how the proof goes on: the winner as the strategy says, the loser as long as possible. Whether other
/// moves would win as well is not asked: that would take every legal move of every ply.
std::vector<std::string> continued(const Strategies& strategies, catalog::AnyPosition position, std::string move,
                                   const base::StopFlag* stop) {
  std::vector<std::string> line;
  while (true) {
    if (!position.play(move)) return line;
    line.push_back(std::move(move));
    if (position.is_over() || static_cast<int>(line.size()) == kLinePlies) return line;
    auto next = next_move(strategies, position, stop);
    if (!next) {
      const auto known = atlas_proof(position);
      if (!known || known->moves.empty()) return line;
      next = known->moves.front().move;
    }
    move = std::move(*next);
  }
}

/// Where a line stands in the order: wins before estimates before losses, quick wins and slow losses first.
std::int64_t order_of(const catalog::ScoreReport& score) {
  constexpr std::int64_t kProven = 1'000'000;
  const auto sign = proven_sign(score);
  if (!sign || *sign == 0) return 0;
  const std::int64_t plies = score.distance ? std::abs(*score.distance) : 0;
  return *sign > 0 ? kProven - plies : plies - kProven;
}

void sort_by_proof(std::vector<catalog::LineReport>& lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const catalog::LineReport& a, const catalog::LineReport& b) {
    return order_of(a.score) > order_of(b.score);
  });
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].rank = static_cast<int>(i) + 1;
}

bool is_shorter_win(const catalog::ScoreReport& score, int plies) {
  return score.distance && *score.distance > 0 && score.bound != catalog::ScoreReport::Bound::kUpper &&
         *score.distance <= plies;
}

/// A loss the engine has proven by itself is an exact word on how long the move holds out.
bool is_loss_within(const catalog::ScoreReport& score, int plies) {
  return score.distance && *score.distance < 0 && score.bound != catalog::ScoreReport::Bound::kLower &&
         (plies == 0 || -*score.distance <= plies);
}

catalog::ScoreReport better_known(const Proven& known, const catalog::ScoreReport& engine, const ProvenMove& move,
                                  const catalog::AnyPosition& position) {
  const bool engine_knows_more =
      known.is_win() ? is_shorter_win(engine, move.plies) : is_loss_within(engine, move.plies);
  return engine_knows_more ? engine : score_after(known, move, position);
}

}  // namespace

std::vector<catalog::LineReport> overruled(const std::vector<catalog::LineReport>& lines, const Proven& proven,
                                           const catalog::AnyPosition& position, int most_lines) {
  const catalog::ScoreReport score = score_of(proven, position);
  if (proven.is_loss()) return all_lost(lines, score);
  if (!lines.empty() && is_as_good(lines.front(), proven)) return lines;
  catalog::LineReport first;
  const auto is_proven = [&](const catalog::LineReport& line) {
    return !line.pv.empty() && line.pv.front() == proven.move;
  };
  const auto known = proven.move.empty() ? lines.begin() : std::find_if(lines.begin(), lines.end(), is_proven);
  if (known != lines.end())
    first = *known;
  else
    first.pv = {proven.move};
  if (first.pv.empty()) return lines;
  first.score = score;
  first.depth = std::max(first.depth, proven.plies);
  first.nodes = std::max(first.nodes, proven.nodes);
  std::vector<catalog::LineReport> result = {first};
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    if (line != known) result.push_back(*line);
  }
  if (static_cast<int>(result.size()) > std::max(1, most_lines))
    result.resize(static_cast<std::size_t>(std::max(1, most_lines)));
  for (std::size_t i = 0; i < result.size(); ++i) result[i].rank = static_cast<int>(i) + 1;
  return result;
}

std::vector<catalog::LineReport> proven_lines(const Proven& known, const catalog::AnyPosition& position, int most_lines,
                                              const base::StopFlag* stop) {
  const Strategies strategies = shipped_strategies(position.game(), position.rules(), stop);
  std::vector<catalog::LineReport> lines;
  for (const ProvenMove& move : known.moves) {
    if (static_cast<int>(lines.size()) >= std::max(1, most_lines)) break;
    catalog::LineReport line;
    line.rank = static_cast<int>(lines.size()) + 1;
    line.depth = move.plies;
    line.score = score_after(known, move, position);
    line.pv = continued(strategies, position, move.move, stop);
    lines.push_back(std::move(line));
  }
  return lines;
}

catalog::SearchResult proven_result(std::vector<catalog::LineReport> lines) {
  catalog::SearchResult result;
  if (!lines.empty()) result.best_move = lines.front().pv.front();
  result.lines = std::move(lines);
  result.note = kFromProof;
  return result;
}

std::vector<catalog::LineReport> put_right(const Proven& known, std::vector<catalog::LineReport> own,
                                           const std::vector<catalog::LineReport>& lines,
                                           const catalog::AnyPosition& position, int most_lines) {
  const bool loses = known.is_loss();
  std::vector<catalog::LineReport> result = std::move(own);
  const auto is_first_move = [](const std::string& move) {
    return [&move](const catalog::LineReport& line) { return !line.pv.empty() && line.pv.front() == move; };
  };
  for (catalog::LineReport line : lines) {
    if (line.pv.empty()) continue;
    const auto proven = std::find_if(known.moves.begin(), known.moves.end(),
                                     [&](const ProvenMove& move) { return move.move == line.pv.front(); });
    if (proven != known.moves.end())
      line.score = better_known(known, line.score, *proven, position);
    else if (loses && !is_loss_within(line.score, known.plies))
      line.score = score_of(known, position);
    const auto same = std::find_if(result.begin(), result.end(), is_first_move(line.pv.front()));
    if (same == result.end())
      result.push_back(std::move(line));
    else
      *same = std::move(line);
  }
  sort_by_proof(result);
  if (static_cast<int>(result.size()) > std::max(1, most_lines))
    result.resize(static_cast<std::size_t>(std::max(1, most_lines)));
  return result;
}

std::vector<catalog::LineReport> decided_by_replies(std::vector<catalog::LineReport> lines,
                                                    const catalog::AnyPosition& position, const AskProof& ask) {
  bool is_changed = false;
  for (catalog::LineReport& line : lines) {
    catalog::AnyPosition after = position;
    if (line.pv.empty() || proven_sign(line.score) || !after.play(line.pv.front())) continue;
    if (after.is_over() || after.to_move() == position.to_move()) continue;
    const auto known = ask(after);
    if (!known) continue;
    line.score = score_of(for_other_side(*known, known->plies > 0 ? known->plies + 1 : 0), position);
    is_changed = true;
  }
  if (!is_changed) return lines;
  sort_by_proof(lines);
  return lines;
}

ProvenSearch::ProvenSearch(const catalog::AnyPosition& position, int most_lines, AskProof ask,
                           const base::StopFlag* stop)
    : position_(position), most_lines_(most_lines), ask_(std::move(ask)), known_(look_up(position)) {
  if (known_) own_ = proven_lines(*known_, position_, most_lines_, stop);
}

std::optional<Proven> ProvenSearch::look_up(const catalog::AnyPosition& position) {
  auto known = ask_(position);
  if (known) ++hits_;
  return known;
}

std::vector<catalog::LineReport> ProvenSearch::put_right(After after) {
  std::vector<catalog::LineReport> lines;
  for (const auto& [rank, line] : lines_) lines.push_back(line);
  if (known_) lines = study::put_right(*known_, own_, lines, position_, most_lines_);
  if (after == After::kNotAsked) return lines;
  return decided_by_replies(std::move(lines), position_, [this](const catalog::AnyPosition& reached) {
    const auto [place, is_new] = after_moves_.try_emplace(reached.moves().back());
    if (is_new) place->second = look_up(reached);
    return place->second;
  });
}

}  // namespace partita::study
