#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "games/omega/move.h"
#include "games/omega/position.h"
#include "games/omega/score.h"

namespace partita::games::omega {

/// How much is asked of the solver. The outcome is several times cheaper than the margin.
enum class EndgameGoal : std::uint8_t { kOutcome, kMargin, kEveryTurn };

/// What equal scores are to the solver: equal, or decided between the hero and each other player as the rules say.
enum class EndgameTies : std::uint8_t { kEqual, kByRules };

struct EndgameLimits {
  EndgameGoal goal = EndgameGoal::kMargin;
  /// From whose view: its score less the best other score, everybody else playing against it. Two players: White if not
  /// given; more: the mover.
  std::optional<Colour> hero;
  EndgameTies ties = EndgameTies::kEqual;
  int most_free_cells = 19;              ///< with more the answer is nothing; see most_endgame_cells()
  std::uint64_t most_nodes = 0;          ///< 0: no limit; what must be done before the search counts too
  const base::StopFlag* stop = nullptr;  ///< looked at every few thousand nodes
  int table_log2 = 20;                   ///< places in the transposition table
  std::uint64_t* spent = nullptr;  ///< gets the nodes of the attempt, those before the search with it; may be null
};

/// Tables by subset of the free cells bound what can be solved, whatever the limits say: with 24 cells those of two
/// players take 400 MB where scores fit 32 bits.
constexpr int most_endgame_cells(int players) { return players == 2 ? 24 : 20; }

struct EndgameTurn {
  std::vector<Move> moves;  ///< the rest of the mover's turn
  SignedExact value = 0;
  int tie = 0;  ///< of EndgameTies::kByRules, where the value is 0: 1 the rules give the hero the win, -1 they do not
};

/// What perfect play gives. For kOutcome `value` is only -1, 0 or 1.
struct EndgameResult {
  Colour hero = kWhite;
  SignedExact value = 0;
  int tie = 0;  ///< as in EndgameTurn
  std::vector<Move> best_turn;
  std::vector<EndgameTurn> turns;  ///< kEveryTurn: all turns with their exact values
  std::uint64_t nodes = 0;

  int outcome() const { return value > 0 ? 1 : value < 0 ? -1 : tie; }
};

/// Solves a position with few free cells exactly, on the calling thread. Nothing if there are too many free cells, if a
/// swap is still possible, if the game is over, or if it was stopped.
std::optional<EndgameResult> solve_endgame(const Position& pos, const EndgameLimits& limits);

}  // namespace partita::games::omega
