#pragma once

namespace partita::games::hex {

/// Calls `visit` with each of the at most six cells that touch `cell` on the rhombus: left, right, above, below, above
/// right and below left.
template <class Visit>
void for_each_neighbour(int cell, int side, Visit&& visit) {
  const int row = cell / side;
  const int column = cell % side;
  if (column > 0) visit(cell - 1);
  if (column + 1 < side) visit(cell + 1);
  if (row > 0) visit(cell - side);
  if (row + 1 < side) visit(cell + side);
  if (row > 0 && column + 1 < side) visit(cell - side + 1);
  if (row + 1 < side && column > 0) visit(cell + side - 1);
}

}  // namespace partita::games::hex
