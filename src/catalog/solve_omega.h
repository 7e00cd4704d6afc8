#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_position.h"

namespace partita::catalog {

/// Perfect play in Omega from here, for the mover (with more than two players: everybody else against it).
struct OmegaSolution {
  int outcome = 0;                     ///< 1 the mover wins, 0 draw, -1 it loses
  std::string margin;                  ///< the mover's score less the best other score, exact
  std::vector<std::string> best_turn;  ///< plies
  /// Turns that win, each as its plies; filled only if they were asked for.
  std::vector<std::vector<std::string>> winning_turns;
  int turns = 0;  ///< how many turns there are; likewise
  std::uint64_t nodes = 0;
};

enum class OmegaDetail { kBestTurn, kEveryTurn };

/// Nothing if the position is not Omega's, has too many free cells, may still be swapped, or the work was stopped.
std::optional<OmegaSolution> solve_omega(const AnyPosition& position, OmegaDetail detail, std::uint64_t most_nodes = 0,
                                         const base::StopFlag* stop = nullptr);

}  // namespace partita::catalog
