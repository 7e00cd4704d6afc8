#include "games/andantino/enclosure.h"

namespace partita::games::andantino {

Area area_around(Cell start, const Lines& walls, const Lines& others, const CellSet& empty) {
  Area area;
  std::array<Cell, kCellSlots> waiting;
  std::size_t count = 0;
  const auto visit = [&](Cell cell) {
    if (walls.has(cell) || area.cells.has(cell)) return;
    if (others.has(cell)) {
      area.has_prisoner = true;
    } else if (!empty.has(cell)) {
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
  return area;
}

Enclosure enclosure_by(Cell stone, const Arcs& arcs, const Lines& own, const Lines& others, const CellSet& empty) {
  Lines walls = own;
  if (!walls.has(stone)) walls.toggle(stone);
  Enclosure result;
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    const Area area = area_around(step(stone, arcs.gaps[gap]), walls, others, empty);
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
