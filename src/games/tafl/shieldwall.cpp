#include "games/tafl/position.h"

namespace partita::games::tafl {

namespace {

/// The direction from an edge square towards the middle, as an index into Step tables; -1 off the edge and on corners.
int inward(const Ground& ground, Square square) {
  const int last = ground.rules->size - 1;
  const int file = file_of(square);
  const int rank = rank_of(square);
  const bool at_side = file == 0 || file == last;
  const bool at_end = rank == 0 || rank == last;
  if (at_side == at_end) return -1;
  if (at_end) return rank == 0 ? 0 : 2;
  return file == 0 ? 1 : 3;
}

}  // namespace

/// A row of two or more enemies along the edge, each with one of ours in front, is taken when the piece that just moved
/// closes one end of it and a piece of ours or a corner holds the other. A king in the row stays.
Cells Position::shieldwall_taken(Side side, Square to) const {
  const int front = inward(*ground_, to);
  if (front < 0) return 0;
  const Cells own = pieces(side);
  const Cells enemies = pieces(other(side));
  Cells taken = 0;
  for (const int along : {(front + 1) % 4, (front + 3) % 4}) {
    Cells row = 0;
    Square square = kGridTables.steps[to][static_cast<std::size_t>(along)].near;
    for (; has(enemies, square); square = kGridTables.steps[square][static_cast<std::size_t>(along)].near) {
      if (!has(own, kGridTables.steps[square][static_cast<std::size_t>(front)].near)) break;
      row |= cell_of(square);
    }
    const bool is_closed = has(own | ground_->corners, square);
    if (is_closed && count(row) >= 2) taken |= row;
  }
  return taken & ~cell_of(board_.king);
}

}  // namespace partita::games::tafl
