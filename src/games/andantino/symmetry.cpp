#include "games/andantino/symmetry.h"

#include <memory>

namespace partita::games::andantino {

namespace {

std::unique_ptr<StoneImageKeys> make_stone_image_keys(const CellKeys& stone_keys) {
  auto keys = std::make_unique<StoneImageKeys>();
  for_each_cell(kMaxSide, [&](Cell cell) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Cell there = image(Move{cell}, symmetry).cell;
      for (std::size_t colour = 0; colour < 2; ++colour) {
        (*keys)[colour][cell][static_cast<std::size_t>(symmetry)] = stone_keys[there][colour];
      }
    }
  });
  return keys;
}

SymmetricKeys keys_of_images(const Position& pos, const StoneImageKeys& stones, game::Key rest) {
  SymmetricKeys keys;
  keys.fill(rest);
  for_each_cell(pos.side(), [&](Cell cell) {
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      if (!pos.stones(colour).has(cell)) continue;
      const SymmetricKeys& parts = stones[index_of(colour)][cell];
      for (std::size_t i = 0; i < keys.size(); ++i) keys[i] ^= parts[i];
    }
  });
  return keys;
}

}  // namespace

const StoneImageKeys& stone_image_keys() {
  static const std::unique_ptr<StoneImageKeys> keys = make_stone_image_keys(kStoneKeys);
  return *keys;
}

Position image(const Position& pos, int symmetry) {
  CellSet white;
  CellSet black;
  for_each_cell(pos.side(), [&](Cell cell) {
    const Cell there = image(Move{cell}, symmetry).cell;
    if (pos.stones(Colour::kWhite).has(cell)) white.add(there);
    if (pos.stones(Colour::kBlack).has(cell)) black.add(there);
  });
  return Position::from_stones(pos.rules(), white, black);
}

SymmetricKeys symmetric_keys(const Position& pos) {
  const game::Key mover = pos.mover() == Colour::kBlack ? kMoverKey : 0;
  return keys_of_images(pos, stone_image_keys(), rules_key(pos.side(), pos.is_unbounded()) ^ mover);
}

CheckKeys::CheckKeys(std::uint64_t seed)
    : salt_(board::seeded_salt(kKeySalt, seed)),
      mover_(board::zobrist(salt_, 2, 0)),
      stones_(make_stone_image_keys(make_cell_keys(0, salt_))) {}

SymmetricKeys CheckKeys::of_images(const Position& pos) const {
  const game::Key mover = pos.mover() == Colour::kBlack ? mover_ : 0;
  return keys_of_images(pos, *stones_, rules_key(pos.side(), pos.is_unbounded(), salt_) ^ mover);
}

}  // namespace partita::games::andantino
