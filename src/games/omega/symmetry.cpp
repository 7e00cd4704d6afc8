#include "games/omega/omega.h"

namespace partita::games::omega {

Position Omega::image(const Position& pos, int symmetry) {
  Position result(pos.rules());
  const auto& images = pos.board().images[static_cast<std::size_t>(symmetry)];
  for (int cell = 0; cell < pos.cells(); ++cell) {
    if (!pos.is_free(cell)) result.put(pos.stone_at(cell), images[static_cast<std::size_t>(cell)]);
  }
  result.set_turn(pos.mover(), pos.pending(), pos.is_swapped());
  return result;
}

Move Omega::image(const Position& pos, Move move, int symmetry) {
  if (move == Move{} || move.is_swap()) return move;
  return Move::stone(move.colour(),
                     pos.board().images[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(move.cell())]);
}

}  // namespace partita::games::omega
