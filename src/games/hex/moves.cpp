// Legal moves, and the tactics that need no search.
#include <cstdlib>

#include "games/hex/distance.h"
#include "games/hex/hex.h"

namespace partita::games::hex {

void Hex::generate_moves(const Position& pos, base::FixedVector<Move, kMaxMoves>& list) {
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) == 0) list.push_back(Move{static_cast<std::uint8_t>(cell)});
  }
  if (pos.can_swap()) list.push_back(kSwap);
}

int Hex::move_hint(const Position& pos, Move move) {
  if (move.is_swap()) return 0;
  const int middle = pos.side() - 1;
  const int row = move.cell / pos.side() * 2 - middle;
  const int column = move.cell % pos.side() * 2 - middle;
  return -(std::abs(row) + std::abs(column) + std::abs(row + column));
}

Move Hex::immediate_win(const Position& pos) {
  Move found{};
  for_each_winning_cell(pos, pos.to_move(), [&](int cell) {
    if (found == Move{}) found = Move{static_cast<std::uint8_t>(cell)};
  });
  return found;
}

game::Threat Hex::forced_replies(const Position& pos, base::FixedVector<Move, kMaxMoves>& list) {
  // Stones never leave the board, so only a stone on the very cell keeps the other side from joining there.
  for_each_winning_cell(pos, static_cast<game::Seat>(pos.to_move() ^ 1),
                        [&](int cell) { list.push_back(Move{static_cast<std::uint8_t>(cell)}); });
  if (list.empty()) return game::Threat::kNone;
  return list.size() == 1 ? game::Threat::kForced : game::Threat::kLost;
}

}  // namespace partita::games::hex
