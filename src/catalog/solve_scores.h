#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/any_position.h"
#include "game/exact_scores.h"

namespace partita::catalog {

using game::ScoreQuestion;

/// Perfect play from here in a game that ends with scores (game/exact_scores.h), in notation.
struct ScoreSolution {
  struct Turn {
    std::vector<std::string> plies;
    std::string text;  ///< the whole turn as records write it
    std::string margin;
    int outcome = 0;
  };
  int outcome = 0;     ///< 1 the seat that was asked for wins, 0 draw, -1 it loses
  std::string margin;  ///< its score less the best other, exact
  Turn best;
  std::vector<Turn> turns;  ///< of Goal::kEveryTurn, the mover's best first
  std::uint64_t nodes = 0;

  /// The turns that win.
  std::vector<Turn> winning_turns() const;
};

/// Nothing if the game offers no exact endgame, is over, or the position is too early to be solved.
std::optional<ScoreSolution> solve_scores(const AnyPosition& position, const ScoreQuestion& question);

}  // namespace partita::catalog
