#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/any_engine.h"

namespace partita::study {

/// A move of a decided position whose end is known.
struct ProvenMove {
  std::string move;
  int plies = 0;  ///< to the end of the game at most, counted with this one
};

/// What is proven of a position, from its mover's view.
struct Proven {
  enum class Result { kLoss = -1, kDraw = 0, kWin = 1 };
  Result result = Result::kWin;
  std::string move = {};     ///< wins, or holds the draw; empty for a loss and where the mover has no choice
  int plies = 0;             ///< to the end of the game at most; 0 while not known
  bool is_shortest = false;  ///< nobody can make it end sooner: plies is exact
  std::uint64_t nodes = 0;   ///< spent by the solver
  /// Of a won position the moves that are known to win, the shortest first; of a lost one every move, the one that
  /// holds out longest first. Empty where only the result is known.
  std::vector<ProvenMove> moves = {};

  int sign() const { return static_cast<int>(result); }
  bool is_win() const { return result == Result::kWin; }
  bool is_loss() const { return result == Result::kLoss; }
  /// The seat that wins, -1 for a draw.
  int winner(catalog::Seat mover) const { return result == Result::kDraw ? -1 : is_win() ? mover : 1 - mover; }
};

/// The same result as the other side sees it, within so many plies; 0: not known.
inline Proven for_other_side(const Proven& proven, int plies) {
  return {static_cast<Proven::Result>(-proven.sign()), "", plies};
}

/// The same result a ply later, as `next` sees it who moves there. REQUIRES: the mover has lost, or has made a move
/// that is proven to win.
inline Proven a_ply_later(const Proven& proven, catalog::Seat mover, catalog::Seat next) {
  const int plies = std::max(0, proven.plies - 1);
  return mover == next ? Proven{proven.result, "", plies} : for_other_side(proven, plies);
}

/// Puts the moves into their order, and names the best one of a win.
inline void order_moves(Proven& proven) {
  std::stable_sort(proven.moves.begin(), proven.moves.end(), [&](const ProvenMove& a, const ProvenMove& b) {
    return proven.is_win() ? a.plies < b.plies : a.plies > b.plies;
  });
  if (proven.is_win() && !proven.moves.empty()) proven.move = proven.moves.front().move;
}

/// As a score. While the plies are a bound, so is the score; without plies it says no more than "won".
catalog::ScoreReport score_of(const Proven& proven, const catalog::AnyPosition& position);

/// A proven score as a proof; nothing for an estimate.
std::optional<Proven> proven_by(const catalog::ScoreReport& score);

/// Whether the score is a proven result, and for whom: the mover's sign, 0 for a proven draw.
std::optional<int> proven_sign(const catalog::ScoreReport& score);

}  // namespace partita::study
