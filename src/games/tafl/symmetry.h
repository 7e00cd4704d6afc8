#pragma once

#include "games/tafl/position.h"

/// The eight symmetries of the board, which all rule sets share. 0 is the identity.
namespace partita::games::tafl {

inline constexpr int kSymmetries = 8;

Square image(Square square, int size, int symmetry);
Move image(Move move, int size, int symmetry);
Position image(const Position& pos, int symmetry);

}  // namespace partita::games::tafl
