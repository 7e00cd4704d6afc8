#pragma once

#include <array>
#include <cstdint>

#include "game/types.h"
#include "games/hex/rules.h"

namespace partita::games::hex {

/// The at most six cells that touch a cell on the rhombus, and the edges it lies on.
struct Around {
  std::array<std::uint8_t, 6> cells{};
  std::uint8_t count = 0;
  /// By seat: bit 0 for its first edge (top or left), bit 1 for its last one.
  std::array<std::uint8_t, 2> edges{};
};
inline constexpr int kBothEdges = 3;

/// Left, right, above, below, above right and below left, of every cell of a board: looked up, as asking each time for
/// rows and columns costs more than everything else.
using AroundCells = std::array<Around, kMaxCells>;
/// REQUIRES: kMinSide <= side <= kMaxSide.
const AroundCells& around_on(int side);

/// Whether a cell lies on the first edge of a seat (top or left), or on the last one.
inline bool is_on_edge(int cell, int side, int seat, bool last_edge) {
  return (seat == 0 ? cell / side : cell % side) == (last_edge ? side - 1 : 0);
}

/// Calls `visit` with each of the cells that touch `cell`.
template <class Visit>
void for_each_neighbour(int cell, int side, Visit&& visit) {
  const Around& around = around_on(side)[static_cast<std::size_t>(cell)];
  for (std::size_t i = 0; i < around.count; ++i) visit(static_cast<int>(around.cells[i]));
}

}  // namespace partita::games::hex
