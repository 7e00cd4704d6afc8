#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/solver.h"

/// Where puzzles come from: positions of random games and of self-play, and the question whether one move alone wins.
namespace partita::study {

/// REQUIRES: the game is not over.
std::string any_move(const catalog::AnyPosition& position, base::Random& random);

/// The only winning move, if there is exactly one, it does not win at once, and everything was decided within so many
/// nodes a question. Wins count that come within so many plies; all of them if that is 0.
std::optional<std::string> only_winning_move(catalog::AnySolver& solver, const catalog::AnyPosition& position,
                                             std::uint64_t nodes, int within = 0);

/// Random moves that do not lose at once while there are others.
std::optional<catalog::AnyPosition> random_position(catalog::AnySolver& solver, catalog::AnyPosition position,
                                                    int plies, base::Random& random);

/// Some plies before the end of a game that an engine plays on from a random beginning, the winner to move.
std::optional<catalog::AnyPosition> before_the_end(catalog::AnyPosition position, catalog::AnyEngine& engine,
                                                   base::Random& random);

}  // namespace partita::study
