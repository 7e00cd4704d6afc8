#include "study/known_proof.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "catalog/any_engine.h"
#include "study/atlas.h"
#include "study/reply_book.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

using Strategies = std::vector<std::shared_ptr<const catalog::AnyStrategy>>;

/// How far a proven line is written out.
constexpr int kLinePlies = 8;

Strategies strategies_of(const catalog::AnyPosition& position, const base::StopFlag* stop) {
  Strategies strategies;
  for (const auto& later : shipped_strategies_later(position.game(), position.rules())) {
    while (later.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout) {
      if (stop != nullptr && stop->is_raised()) return {};
    }
    if (later.get()) strategies.push_back(later.get());
  }
  return strategies;
}

/// Plies to the end at most after a move, counted with it, if the winner of the strategies then wins by force.
std::optional<int> plies_after(const Strategies& strategies, const catalog::AnyPosition& position,
                               const std::string& move, const base::StopFlag* stop) {
  catalog::AnyPosition after = position;
  if (!after.play(move)) return std::nullopt;
  const catalog::Seat winner = strategies.front()->certificate().claim.winner;
  if (after.is_over()) return after.ending().payoff[winner] == catalog::kPoint ? std::optional(1) : std::nullopt;
  // Whichever goes on has shorter lines here and longer ones there: by the shortest of each ply, plies never become
  // more.
  std::optional<int> least;
  for (const auto& strategy : strategies) {
    if (strategy->certificate().claim.winner != winner) continue;
    const auto plies = strategy->longest_line(after, stop);
    if (plies && (!least || *plies + 1 < *least)) least = *plies + 1;
  }
  return least;
}

std::optional<KnownProof> won_by(const Strategies& strategies, const catalog::AnyPosition& position,
                                 const base::StopFlag* stop) {
  KnownProof known;
  for (const std::string& move : position.legal_moves()) {
    if (const auto plies = plies_after(strategies, position, move, stop)) known.moves.push_back({move, *plies});
  }
  if (known.moves.empty()) return std::nullopt;
  std::stable_sort(known.moves.begin(), known.moves.end(),
                   [](const ProvenMove& a, const ProvenMove& b) { return a.plies < b.plies; });
  known.finding.result = Finding::Result::kWin;
  known.finding.move = known.moves.front().move;
  known.finding.plies = known.moves.front().plies;
  known.finding.is_shortest = known.finding.plies == 1;
  return known;
}

std::optional<KnownProof> lost_by(const Strategies& strategies, const catalog::AnyPosition& position,
                                  const base::StopFlag* stop) {
  KnownProof known;
  for (const std::string& move : position.legal_moves()) {
    const auto plies = plies_after(strategies, position, move, stop);
    if (!plies) return std::nullopt;
    known.moves.push_back({move, *plies});
  }
  if (known.moves.empty()) return std::nullopt;
  std::stable_sort(known.moves.begin(), known.moves.end(),
                   [](const ProvenMove& a, const ProvenMove& b) { return a.plies > b.plies; });
  known.finding.result = Finding::Result::kLoss;
  known.finding.plies = known.moves.front().plies;
  known.finding.is_shortest = known.finding.plies <= 2;
  return known;
}

catalog::ScoreReport score_after(const KnownProof& known, const ProvenMove& move,
                                 const catalog::AnyPosition& position) {
  Finding finding = known.finding;
  finding.plies = move.plies;
  finding.is_shortest = move.plies <= (finding.result == Finding::Result::kLoss ? 2 : 1);
  return score_of(finding, position);
}

/// The reply of the strategy that wins soonest from here.
std::optional<std::string> winners_reply(const Strategies& strategies, const catalog::AnyPosition& position,
                                         const base::StopFlag* stop) {
  std::optional<std::string> soonest;
  int least = 0;
  for (const auto& strategy : strategies) {
    const auto plies = strategy->longest_line(position, stop);
    if (!plies || (soonest && *plies >= least)) continue;
    auto reply = strategy->reply(position);
    if (!reply) continue;
    soonest = std::move(reply);
    least = *plies;
  }
  return soonest;
}

std::optional<std::string> next_move(const Strategies& strategies, const catalog::AnyPosition& position,
                                     const base::StopFlag* stop) {
  if (strategies.empty()) return std::nullopt;
  if (position.to_move() == strategies.front()->certificate().claim.winner)
    return winners_reply(strategies, position, stop);
  const auto lost = lost_by(strategies, position, stop);
  return lost ? std::optional(lost->moves.front().move) : std::nullopt;
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

catalog::ScoreReport better_known(const KnownProof& known, const catalog::ScoreReport& engine, const ProvenMove& move,
                                  const catalog::AnyPosition& position) {
  const bool engine_knows_more = known.finding.result == Finding::Result::kWin ? is_shorter_win(engine, move.plies)
                                                                               : is_loss_within(engine, move.plies);
  return engine_knows_more ? engine : score_after(known, move, position);
}

/// Whether the move is one that the atlas or its book of replies has the mover of a won position win with, or an image
/// of it.
bool is_known_to_win(const catalog::AnyPosition& position, const std::optional<KnownProof>& known,
                     const catalog::AnyPosition& after) {
  const auto leads_there = [&](const std::string& move) {
    catalog::AnyPosition other = position;
    return other.play(move) && catalog::canonical_text(other) == catalog::canonical_text(after);
  };
  const auto replies = shipped_replies(position.game(), position.rules());
  if (const auto reply = replies ? replies->reply(position) : std::nullopt; reply && leads_there(*reply)) return true;
  return known && std::any_of(known->moves.begin(), known->moves.end(),
                              [&](const ProvenMove& move) { return leads_there(move.move); });
}

/// What the atlas knows without a move that leads from it: where a move of the winner is known to win, the other side
/// has lost. Plies are only known where the atlas counts them.
std::optional<KnownProof> lost_by_last_move(const catalog::AnyPosition& position) {
  catalog::AnyPosition before = position;
  if (position.moves().empty() || !before.undo() || before.to_move() == position.to_move()) return std::nullopt;
  const auto won = atlas_proof(before);
  if (won && won->finding.result != Finding::Result::kWin) return std::nullopt;
  if (!is_known_to_win(before, won, position)) return std::nullopt;
  KnownProof lost;
  lost.finding.result = Finding::Result::kLoss;
  lost.finding.plies = won ? std::max(0, won->finding.plies - 1) : 0;
  return lost;
}

/// Whoever is proven lost stays lost whatever he plays, though no strategy shows the way: what is known of the position
/// before his move goes on after it, and after the answer that is known to win. More than those two plies need not be
/// looked back: further on the winner's move is in the atlas or its replies, or nothing is known.
std::optional<KnownProof> proof_a_move_ago(const catalog::AnyPosition& position) {
  if (auto lost = lost_by_last_move(position)) return lost;
  catalog::AnyPosition before = position;
  if (position.moves().empty() || !before.undo() || before.to_move() == position.to_move()) return std::nullopt;
  auto lost = atlas_proof(before);
  if (!lost) lost = lost_by_last_move(before);
  if (!lost || lost->finding.result != Finding::Result::kLoss) return std::nullopt;
  KnownProof known;
  known.finding.result = Finding::Result::kWin;
  known.finding.plies = std::max(0, lost->finding.plies - 1);
  return known;
}

}  // namespace

std::optional<KnownProof> shipped_proof(const catalog::AnyPosition& position, const base::StopFlag* stop) {
  if (position.is_over() || position.seat_count() != 2) return std::nullopt;
  const Strategies strategies = strategies_of(position, stop);
  std::optional<KnownProof> known;
  if (!strategies.empty()) {
    const bool is_winner = position.to_move() == strategies.front()->certificate().claim.winner;
    known = is_winner ? won_by(strategies, position, stop) : lost_by(strategies, position, stop);
  }
  if (stop != nullptr && stop->is_raised()) return std::nullopt;
  // The atlas knows results beyond what the strategies pass through: the mistakes of the side that should win.
  if (!known) known = atlas_proof(position);
  return known ? known : proof_a_move_ago(position);
}

void count_shipped_strategies(const catalog::AnyPosition& start, const base::StopFlag* stop) {
  for (const auto& strategy : strategies_of(start, stop)) strategy->longest_line(start, stop);
}

std::optional<int> proven_sign(const catalog::ScoreReport& score) {
  if (score.distance) return *score.distance > 0 ? 1 : *score.distance < 0 ? -1 : 0;
  if (score.value == catalog::kWonValue) return 1;
  if (score.value == -catalog::kWonValue) return -1;
  return std::nullopt;
}

std::vector<catalog::LineReport> proven_lines(const KnownProof& known, const catalog::AnyPosition& position,
                                              int most_lines, const base::StopFlag* stop) {
  const Strategies strategies = strategies_of(position, stop);
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

std::vector<catalog::LineReport> put_right(const KnownProof& known, std::vector<catalog::LineReport> own,
                                           const std::vector<catalog::LineReport>& lines,
                                           const catalog::AnyPosition& position, int most_lines) {
  const bool loses = known.finding.result == Finding::Result::kLoss;
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
    else if (loses && !is_loss_within(line.score, known.finding.plies))
      line.score = score_of(known.finding, position);
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
    Finding finding;
    finding.result = known->finding.result == Finding::Result::kWin    ? Finding::Result::kLoss
                     : known->finding.result == Finding::Result::kLoss ? Finding::Result::kWin
                                                                       : Finding::Result::kDraw;
    finding.plies = known->finding.plies > 0 ? known->finding.plies + 1 : 0;
    line.score = score_of(finding, position);
    is_changed = true;
  }
  if (!is_changed) return lines;
  sort_by_proof(lines);
  return lines;
}

}  // namespace partita::study
