#pragma once

#include <cstdint>
#include <optional>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::learn {

/// How games begin that are to differ from each other.
struct OpeningPlan {
  int least_plies = 4;  ///< some number between these two is drawn
  int most_plies = 10;
  /// Whose moves are random; none: everybody's. The other seats then answer with a short search: where a few bad moves
  /// of one seat lose the game outright, openings that are random for both decide everything.
  std::optional<std::size_t> random_seat;
  std::int64_t balance = 0;  ///< openings that a search values no more than this for either side; 0: any
};

/// `plies` random plies from the start, whole turns; tried anew until the game is not over in them.
catalog::AnyPosition random_opening(const catalog::AnyPosition& start, int plies, base::Random& random);

/// An opening that is not over, whole turns. `player` answers for the seats that do not move at random and judges the
/// balance with a search of `judge_nodes`; after `most_tries` openings that are not balanced it takes the next one.
catalog::AnyPosition make_opening(const catalog::AnyPosition& start, const OpeningPlan& plan,
                                  catalog::AnyEngine& player, std::uint64_t judge_nodes, int most_tries,
                                  base::Random& random);

}  // namespace partita::learn
