#pragma once

// Part of position.h: making a move.
#include "games/tafl/position.h"

namespace partita::games::tafl {

inline Undo Position::play(Move move) {
  const Undo undo{board_};
  const Side side = board_.mover;
  const Square from = move.from();
  const Square to = move.to();
  const bool king_moves = from == board_.king;
  const std::size_t kind = king_moves ? index_of(Kind::kKing) : index_of(side);
  board_.pieces[index_of(side)] ^= kGridTables.cell[from] | kGridTables.cell[to];
  board_.columns ^= kGridTables.column_cell[from] | kGridTables.column_cell[to];
  board_.key ^= kKeys.piece[kind][from] ^ kKeys.piece[kind][to] ^ kKeys.defenders_to_move;
  if (king_moves) board_.king = to;
  ++board_.ply;
  board_.quiet_plies = static_cast<std::uint16_t>(board_.quiet_plies + (board_.quiet_plies != 0xFFFF));
  if ((kGridTables.beside[to] & board_.pieces[index_of(other(side))]) != 0) take_around(side, to);
  board_.mover = other(side);
  board_.ending = ending_after(side, king_moves, to);
  return undo;
}

}  // namespace partita::games::tafl
