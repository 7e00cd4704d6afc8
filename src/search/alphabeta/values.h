#pragma once

#include <algorithm>
#include <cstdint>

#include "game/profile.h"
#include "game/refinements.h"
#include "search/switches.h"
#include "search/transposition_table.h"

/// What ends are worth, and how proven values travel through a table.
namespace partita::search {

using game::Score;

/// So many hundredths of the unit of the game's evaluation, as a score: windows and margins mean the same in every
/// game. Never so much that adding it to an evaluation could overflow.
template <game::Game G>
Score hundredths(std::int64_t count) {
  const std::int64_t score = count * game::profile_of<G>().unit / 100;
  return static_cast<Score>(std::clamp<std::int64_t>(score, 1, game::kEvalLimit / 8));
}

/// Aboukhadra, section 4: a win is worth 500 less the depth, on the evaluation's own scale.
inline constexpr Score kHighestWin = 500;
/// Wins further away count as this far, and evaluations stay below them: 500 is the maximum, whatever the evaluator.
inline constexpr int kLongestCounted = 100;
inline constexpr Score kLeastWin = kHighestWin - kLongestCounted;

/// A win for the root after `ply` plies from the root.
constexpr Score win_value(WinScore kind, int ply) {
  switch (kind) {
    case WinScore::kPlain: return game::kWin;
    case WinScore::kFiveHundred:
    case WinScore::kFiveHundredRaw: return kHighestWin - std::min(ply, kLongestCounted);
    case WinScore::kByDistance: break;
  }
  return game::win_in(ply);
}

/// An evaluation on the scale of the wins, so that none outscores a win.
constexpr Score eval_value(WinScore kind, Score evaluation) {
  if (kind != WinScore::kFiveHundred) return evaluation;
  return std::clamp(evaluation, 1 - kLeastWin, kLeastWin - 1);
}

/// A share of the point for the root seat: all is a win, nothing a loss, anything between a draw.
constexpr Score payoff_value(WinScore kind, int payoff, int ply) {
  if (payoff >= game::kPoint) return win_value(kind, ply);
  if (payoff <= 0) return -win_value(kind, ply);
  return 0;
}

/// The end's value for `root`. REQUIRES: pos.is_over().
template <game::Game G>
Score end_value(const typename G::Position& pos, game::Seat root, const Switches& switches, int ply) {
  if constexpr (game::HasScores<G>) {
    if (switches.objective == Objective::kMargin) {
      return G::margin(pos, root);
    }
    if (switches.objective == Objective::kScore) {
      constexpr std::int64_t kLimit = game::kEvalLimit;
      return static_cast<Score>(std::clamp(std::int64_t{G::margin(pos, root)} * G::kPointValue, -kLimit, kLimit));
    }
  }
  return payoff_value(switches.win_score, pos.payoff(root), ply);
}

/// The value of an end by repetition for `root`, `ply` plies from the root.
template <game::Game G>
Score repetition_value(const typename G::Position& pos, game::Seat root, WinScore kind, int ply) {
  if constexpr (game::HasRepetition<G>) return payoff_value(kind, pos.repetition_payoff(root), ply);
  return 0;
}

/// A win that was proven with another past: better than every evaluation, but no proof, as the rules of repetition may
/// end a game with this past otherwise.
inline constexpr Score kUnsureWin = game::kWinBound - 1;

/// Proven values are stored as distances from the node, and come back as distances from the root.
constexpr Score to_table(Score score, int ply) {
  if (score >= game::kWinBound) return std::min(score + ply, game::kWin);
  if (score <= -game::kWinBound) return std::max(score - ply, -game::kWin);
  return score;
}
constexpr Score from_table(Score score, int ply) {
  if (score >= game::kWinBound) return score - ply;
  if (score <= -game::kWinBound) return score + ply;
  return score;
}

/// Graph-history interaction: what a proven entry is worth under another past, a likely win or loss that is not proven.
/// An entry that only says that a win is no faster, or a loss no slower, then says nothing (Bound::kNone).
constexpr TableEntry without_proof(TableEntry entry) {
  const Bound kept = entry.score > 0 ? Bound::kLower : Bound::kUpper;
  const bool is_kept = (static_cast<unsigned>(entry.bound) & static_cast<unsigned>(kept)) != 0;
  entry.bound = is_kept ? kept : Bound::kNone;
  entry.score = entry.score > 0 ? kUnsureWin : -kUnsureWin;
  return entry;
}

}  // namespace partita::search
