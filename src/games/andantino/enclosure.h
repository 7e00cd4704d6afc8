#pragma once

#include "games/andantino/arcs.h"
#include "games/andantino/groups.h"

namespace partita::games::andantino {

/// What surrounds and what can be surrounded: one colour's stones as walls, the other's as possible prisoners.
struct Terrain {
  const Lines& walls;
  const Lines& others;
  const CellSet& empty;
  unsigned reach;  ///< no stone is farther from the centre
  Cell wall = 0;   ///< a cell that counts as one more wall
};

/// Cells connected to each other and not occupied by one colour.
struct Area {
  CellSet cells;
  bool reaches_edge = false;  ///< has a rim cell, or on the unbounded board is infinite; then `cells` is not complete
  bool has_prisoner = false;  ///< holds a stone of the other colour
};

/// The area around `start`. REQUIRES: start is on the grid and no wall. A start off the board gives one that reaches
/// the edge.
Area area_around(Cell start, const Terrain& terrain);

/// What a stone that closes a ring through its own group cuts off.
struct Enclosure {
  bool has_prisoner = false;     ///< the mover wins
  std::uint8_t closed_gaps = 0;  ///< bit i: the gap behind arc i lies in a closed area without prisoners
};

/// REQUIRES: terrain.wall is the stone's cell, and the stone closes a ring.
Enclosure enclosure_by(const Arcs& arcs, const Terrain& terrain);

}  // namespace partita::games::andantino
