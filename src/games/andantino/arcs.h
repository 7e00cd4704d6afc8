#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/andantino/five.h"

namespace partita::games::andantino {

/// The own-coloured neighbours of a cell as Lines hand them out: bits 0-1 north-west and north-east, bits 2 and 4 west
/// and east, bits 5-6 south-west and south-east. Bit 3 is the cell itself and never set.
using NeighbourBits = std::uint32_t;
inline constexpr std::size_t kNeighbourPatterns = 128;

constexpr NeighbourBits neighbour_bits(const std::uint32_t above, const std::uint32_t beside, const std::uint32_t below,
                                       unsigned column) {
  return ((above >> column) & 3U) | ((beside >> (column - 1)) & 5U) << 2 | ((below >> (column - 1)) & 3U) << 5;
}
[[gnu::always_inline]] constexpr NeighbourBits neighbour_bits(const Lines& lines, Cell cell) {
  const unsigned row = row_of(cell);
  return neighbour_bits(lines.row(row - 1), lines.row(row), lines.row(row + 1), column_of(cell));
}

/// The bit of each direction of kNeighbours in NeighbourBits.
inline constexpr std::array<unsigned, 6> kDirectionBits = {4, 1, 0, 2, 5, 6};
/// The way back: the distance to the neighbour of each bit.
inline constexpr std::array<int, 7> kBitDistances = [] {
  std::array<int, 7> distances{};
  for (std::size_t direction = 0; direction < 6; ++direction)
    distances[kDirectionBits[direction]] = kNeighbours[direction];
  return distances;
}();

/// How the own neighbours of a cell stand around it: stones next to each other form one arc. A stone with two arcs of
/// one group closes a ring through that group, and nothing else does: the cells of at least one gap between two arcs
/// are then cut off.
struct alignas(8) Arcs {
  std::uint8_t count = 0;               ///< 0..3; a full circle is one arc
  std::array<std::int8_t, 3> stones{};  ///< distance to one stone of each arc; 0, the cell itself, without any
  std::array<std::int8_t, 3> gaps{};    ///< distance to one cell of the gap behind each arc
};

inline constexpr std::array<Arcs, kNeighbourPatterns> kArcs = [] {
  std::array<Arcs, kNeighbourPatterns> table{};
  for (NeighbourBits bits = 0; bits < kNeighbourPatterns; ++bits) {
    Arcs& arcs = table[bits];
    const auto is_own = [&](std::size_t direction) { return ((bits >> kDirectionBits[direction % 6]) & 1U) != 0; };
    for (std::size_t direction = 0; direction < 6; ++direction) {
      if (!is_own(direction) || is_own(direction + 1)) continue;
      arcs.stones[arcs.count] = static_cast<std::int8_t>(kNeighbours[direction]);
      arcs.gaps[arcs.count] = static_cast<std::int8_t>(kNeighbours[(direction + 1) % 6]);
      ++arcs.count;
    }
    if (arcs.count == 0 && is_own(0)) arcs = {1, {static_cast<std::int8_t>(kNeighbours[0])}, {}};
  }
  return table;
}();

/// The cells of a row (or of several, with a Quad) whose own neighbours stand in two arcs or more, all at once. An arc
/// ends in direction i if there is an own stone there and none in the next direction.
template <class Word>
constexpr Word cells_with_two_arcs(Word above, Word beside, Word below) {
  const Word around[7] = {beside >> 1, above >> 1, above, beside << 1, below << 1, below, beside >> 1};
  Word one{};
  Word two{};
  for (int i = 0; i < 6; ++i) {
    const Word end = around[i] & ~around[i + 1];
    two |= one & end;
    one |= end;
  }
  return two;
}

}  // namespace partita::games::andantino
