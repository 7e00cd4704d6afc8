#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/andantino/position.h"

namespace partita::games::andantino {

/// The largest board on which ways to win are counted: on larger ones they do not run out.
inline constexpr int kMaxHopeSide = 4;

/// A board of at most that side in one word: rows of eight, the last column always free of cells, so that shifts by 1,
/// 7 and 8 lead to neighbours and never into another row.
using SmallSet = std::uint64_t;
inline constexpr unsigned kSmallStride = 8;

constexpr SmallSet small_bit(board::Hex hex) {
  return SmallSet{1} << ((hex.r + kMaxHopeSide - 1) * static_cast<int>(kSmallStride) + hex.q + kMaxHopeSide - 1);
}
struct SmallBoard {
  SmallSet cells = 0;
  SmallSet rim = 0;
};
inline constexpr std::array<SmallBoard, kMaxHopeSide + 1> kSmallBoards = [] {
  std::array<SmallBoard, kMaxHopeSide + 1> boards{};
  for (int side = kMinSide; side <= kMaxHopeSide; ++side) {
    for_each_cell(side, [&](Cell cell) {
      const board::Hex hex = hex_of(cell);
      boards[static_cast<std::size_t>(side)].cells |= small_bit(hex);
      if (board::hex_distance(hex) == side - 1) boards[static_cast<std::size_t>(side)].rim |= small_bit(hex);
    });
  }
  return boards;
}();

inline SmallSet small_set(const Lines& stones) {
  constexpr unsigned kFirst = kCentreIndex - (kMaxHopeSide - 1);
  SmallSet set = 0;
  for (unsigned row = 0; row + 1 < 2 * kMaxHopeSide; ++row) {
    set |= static_cast<SmallSet>(stones.words[0][kFirst + row] >> kFirst) << (row * kSmallStride);
  }
  return set;
}
constexpr SmallSet small_neighbours(SmallSet set) {
  return set << 1 | set >> 1 | set << 7 | set >> 7 | set << 8 | set >> 8;
}

/// Ways in which a colour might still win, weighted: rows of five without the other's stones, the other's stones that
/// are not joined to the rim by their like, and empty cells where such a stone may yet come to stand. Without any of
/// them it will never win: a five needs a row, and what is enclosed is joined to no rim. REQUIRES: side() <=
/// kMaxHopeSide.
inline int hope(const Position& pos, Colour colour) {
  constexpr int kRowWeight = 4;
  const SmallBoard& board = kSmallBoards[static_cast<std::size_t>(pos.side())];
  const SmallSet others = small_set(pos.stones(other(colour)));
  const SmallSet free = board.cells & ~others;
  int rows = 0;
  for (const unsigned step : {1U, kSmallStride - 1, kSmallStride}) {
    const SmallSet pairs = free & free >> step;
    rows += std::popcount(pairs & pairs >> 2 * step & free >> 4 * step);
  }
  SmallSet safe = others & board.rim;
  for (SmallSet more = safe; more != 0;) {
    more = small_neighbours(safe) & others & ~safe;
    safe |= more;
  }
  const SmallSet empty = free & ~small_set(pos.stones(colour));
  const SmallSet loose = (others & ~safe) | (empty & ~board.rim & ~small_neighbours(safe));
  return kRowWeight * rows + std::popcount(loose);
}

}  // namespace partita::games::andantino
