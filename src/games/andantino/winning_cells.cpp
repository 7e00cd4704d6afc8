#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

bool closes_around_prisoner(const Position& pos, Colour colour, Cell cell, const Arcs& arcs) {
  std::array<Cell, 3> roots{};
  bool closes_ring = false;
  for (unsigned i = 0; i < arcs.count; ++i) {
    roots[i] = pos.groups().root_of(step(cell, arcs.stones[i]));
    for (unsigned j = 0; j < i; ++j) closes_ring |= roots[i] == roots[j];
  }
  if (!closes_ring || pos.closed_areas(colour).has(cell)) return false;
  return enclosure_by(arcs, pos.terrain(colour, cell)).has_prisoner;
}

}  // namespace partita::games::andantino
