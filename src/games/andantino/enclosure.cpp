#include "games/andantino/enclosure.h"

namespace partita::games::andantino {

Area area_around(Cell start, const Terrain& terrain) {
  Area area;
  std::array<Cell, kCellSlots> waiting;
  std::size_t count = 0;
  area.cells.add(terrain.wall);
  const auto visit = [&](Cell cell) {
    if (terrain.walls.has(cell) || area.cells.has(cell)) return;
    if (terrain.others.has(cell)) {
      area.has_prisoner = true;
    } else if (!terrain.empty.has(cell) || kDistances[cell] > terrain.reach) {
      // Outside of all stones the empty cells are connected with each other and the edge.
      area.reaches_edge = true;
      return;
    }
    area.cells.add(cell);
    waiting[count++] = cell;
  };
  visit(start);
  while (count > 0 && !area.reaches_edge) {
    const Cell cell = waiting[--count];
    for (const int distance : kNeighbours) visit(step(cell, distance));
  }
  area.cells.remove(terrain.wall);
  return area;
}

Enclosure enclosure_by(const Arcs& arcs, const Terrain& terrain) {
  Enclosure result;
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    const Area area = area_around(step(terrain.wall, arcs.gaps[gap]), terrain);
    if (area.reaches_edge) continue;
    if (area.has_prisoner) {
      result.has_prisoner = true;
    } else {
      result.closed_gaps = static_cast<std::uint8_t>(result.closed_gaps | 1U << gap);
    }
  }
  return result;
}

}  // namespace partita::games::andantino
