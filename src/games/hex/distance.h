#pragma once

#include <array>
#include <cstdint>

#include "games/hex/position.h"

namespace partita::games::hex {

/// How many empty cells a seat must still fill to reach a cell from one of its edges, the cell itself included if
/// empty.
struct Distances {
  static constexpr int kFar = 1000;
  std::array<std::int16_t, kMaxCells> to;
};

/// From the top (Red) or left (Blue) edge, or with `from_last_edge` from the bottom or right one.
Distances distances_from_edge(const Position& pos, game::Seat seat, bool from_last_edge);
/// The least number of empty cells that would join the seat's two edges; kFar if they are cut off for good.
int distance_to_win(const Position& pos, game::Seat seat);

/// The empty cells on which `seat` would win at once.
template <class Visit>
void for_each_winning_cell(const Position& pos, game::Seat seat, Visit&& visit) {
  const Distances first = distances_from_edge(pos, seat, false);
  const Distances last = distances_from_edge(pos, seat, true);
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    if (pos.at(cell) == 0 && first.to[at] == 1 && last.to[at] == 1) visit(cell);
  }
}

}  // namespace partita::games::hex
