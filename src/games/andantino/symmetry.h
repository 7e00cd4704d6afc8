#pragma once

#include <algorithm>
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
/// Key parts of a stone's twelve images, side by side, by colour and cell. Made once.
using StoneImageKeys = std::array<std::array<SymmetricKeys, kCellSlots>, 2>;
const StoneImageKeys& stone_image_keys();
/// The same after a move, without playing it: twelve exclusive ors. Proof searches do little else so often.
inline SymmetricKeys child_symmetric_keys(const SymmetricKeys& keys, const Position& pos, Move move) {
  static const StoneImageKeys& parts_of = stone_image_keys();
  const SymmetricKeys& parts = parts_of[index_of(pos.mover())][move.cell];
  SymmetricKeys result;
  for (std::size_t i = 0; i < keys.size(); ++i) result[i] = keys[i] ^ parts[i] ^ kMoverKey;
  return result;
}
/// Equal for all images of a position and for nothing else.
inline game::Key canonical_key(const SymmetricKeys& keys) {
  game::Key least = keys[0];
  for (const game::Key key : keys) least = std::min(least, key);
  return least;
}
game::Key canonical_key(const Position& pos);

}  // namespace partita::games::andantino
