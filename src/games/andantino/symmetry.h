#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

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
/// The image with the smallest key, the first of several.
inline std::size_t least_image(const SymmetricKeys& keys) {
  // Its number takes the place of the last bits, so that the least tells it: no branch, and several keys at a time.
  // Keys that differ in these bits alone might name one position twice, which costs time and nothing else.
  constexpr game::Key kNumberBits = 15;
  game::Key least = ~game::Key{0};
  for (std::size_t i = 0; i < keys.size(); ++i) least = std::min(least, (keys[i] & ~kNumberBits) | i);
  return least & kNumberBits;
}

/// Second keys of a position and its images from the random numbers of a seed (game::HasCheckKeys).
class CheckKeys {
 public:
  explicit CheckKeys(std::uint64_t seed);

  game::Key of(const Position& pos) const { return of_images(pos)[0]; }
  SymmetricKeys of_images(const Position& pos) const;
  SymmetricKeys of_images_after(const SymmetricKeys& keys, const Position& pos, Move move) const {
    const SymmetricKeys& parts = (*stones_)[index_of(pos.mover())][move.cell];
    SymmetricKeys result;
    for (std::size_t i = 0; i < keys.size(); ++i) result[i] = keys[i] ^ parts[i] ^ mover_;
    return result;
  }
  game::Key of_image_after(const SymmetricKeys& keys, std::size_t image, const Position& pos, Move move) const {
    return keys[image] ^ (*stones_)[index_of(pos.mover())][move.cell][image] ^ mover_;
  }

 private:
  std::uint64_t salt_;
  game::Key mover_;
  std::unique_ptr<const StoneImageKeys> stones_;
};

}  // namespace partita::games::andantino
