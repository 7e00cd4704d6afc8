#pragma once

#include "games/andantino/arcs.h"
#include "games/andantino/groups.h"

namespace partita::games::andantino {

/// Cells connected to each other and not occupied by one colour.
struct Area {
  CellSet cells;
  bool reaches_edge = false;  ///< has a rim cell, or on the unbounded board may be infinite; then `cells` is not complete
  bool has_prisoner = false;  ///< holds a stone of the other colour
};

/// The area around `start` that the walls (one colour's stones) leave open; `others` are the other colour's stones.
/// REQUIRES: start is on the grid and no wall. A start outside the board gives an area that reaches the edge.
Area area_around(Cell start, const Lines& walls, const Lines& others, const CellSet& empty);

/// What a stone that closes a ring through its own group cuts off.
struct Enclosure {
  bool has_prisoner = false;      ///< the mover wins
  std::uint8_t closed_gaps = 0;   ///< bit i: the gap behind arc i lies in a closed area without prisoners
};

/// REQUIRES: the stone stands on the cell already, or would close a ring if it stood there; the cell is not counted as
/// part of any area.
Enclosure enclosure_by(Cell stone, const Arcs& arcs, const Lines& own, const Lines& others, const CellSet& empty);

}  // namespace partita::games::andantino
