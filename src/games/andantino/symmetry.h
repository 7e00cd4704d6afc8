#pragma once

#include <array>

#include "games/andantino/position.h"

namespace partita::games::andantino {

/// The board and its start have all twelve symmetries of the hexagon; 0 is the identity (board::hex_image).
inline constexpr int kSymmetries = 12;

inline Move image(Move move, int symmetry) { return {cell_of(board::hex_image(hex_of(move.cell), symmetry))}; }
Position image(const Position& pos, int symmetry);

/// Keys of the twelve images; entry 0 is pos.key().
using SymmetricKeys = std::array<game::Key, kSymmetries>;
SymmetricKeys symmetric_keys(const Position& pos);
/// The same after a move, without playing it: twelve exclusive ors.
SymmetricKeys child_symmetric_keys(const SymmetricKeys& keys, const Position& pos, Move move);
/// Equal for all images of a position and for nothing else.
game::Key canonical_key(const SymmetricKeys& keys);
game::Key canonical_key(const Position& pos);

}  // namespace partita::games::andantino
