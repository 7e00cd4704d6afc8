#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/any_engine.h"

namespace partita::study {

/// What a solver has proven about a position, from its mover's view.
struct Finding {
  enum class Result { kWin, kDraw, kLoss };
  Result result = Result::kWin;
  std::string move;          ///< wins, or holds the draw; empty for a loss and where the mover has no choice
  int plies = 0;             ///< to the end of the game at most; 0 while not known
  bool is_shortest = false;  ///< nobody can make it end sooner: plies is exact
  std::uint64_t nodes = 0;   ///< spent by the solver
};

/// The finding as a score. While the plies are a bound, so is the score; without plies it says no more than "won".
catalog::ScoreReport score_of(const Finding& finding, const catalog::AnyPosition& position);

/// An engine's lines, best first, put right by a proof: the proven move leads, a lost position is lost by every move.
/// What the engine has proven itself, and no later, stays.
std::vector<catalog::LineReport> overruled(const std::vector<catalog::LineReport>& lines, const Finding& finding,
                                           const catalog::AnyPosition& position, int most_lines);

}  // namespace partita::study
