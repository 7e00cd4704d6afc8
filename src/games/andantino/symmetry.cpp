#include "games/andantino/symmetry.h"

#include <algorithm>
#include <memory>

namespace partita::games::andantino {

namespace {

std::unique_ptr<StoneImageKeys> make_stone_image_keys() {
  auto keys = std::make_unique<StoneImageKeys>();
  for_each_cell(kMaxSide, [&](Cell cell) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Cell there = image(Move{cell}, symmetry).cell;
      for (std::size_t colour = 0; colour < 2; ++colour) {
        (*keys)[colour][cell][static_cast<std::size_t>(symmetry)] = kStoneKeys[there][colour];
      }
    }
  });
  return keys;
}

}  // namespace

const StoneImageKeys& stone_image_keys() {
  static const std::unique_ptr<StoneImageKeys> keys = make_stone_image_keys();
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
  SymmetricKeys keys;
  keys.fill(rules_key(pos.side(), pos.is_unbounded()) ^ (pos.mover() == Colour::kBlack ? kMoverKey : 0));
  for_each_cell(pos.side(), [&](Cell cell) {
    for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
      if (!pos.stones(colour).has(cell)) continue;
      const SymmetricKeys& parts = stone_image_keys()[index_of(colour)][cell];
      for (std::size_t i = 0; i < keys.size(); ++i) keys[i] ^= parts[i];
    }
  });
  return keys;
}

game::Key canonical_key(const Position& pos) { return canonical_key(symmetric_keys(pos)); }

}  // namespace partita::games::andantino
