#pragma once

// Part of position.h: making a move.
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// One function per side: which pieces can take, be taken and win is then known at compile time.
template <Side kSide>
inline void Position::play_as(Move move) {
  const Square from = move.from();
  const Square to = move.to();
  const Place& start = kGridTables.places[from];
  const Place& target = kGridTables.places[to];
  const bool king_moves = kSide == Side::kDefenders && from == board_.king;
  const std::size_t kind = king_moves ? index_of(Kind::kKing) : index_of(kSide);
  board_.pieces[index_of(kSide)] ^= start.cell | target.cell;
  board_.columns ^= start.column | target.column;
  board_.key ^= kKeys.piece[from][kind] ^ kKeys.piece[to][kind] ^ kKeys.defenders_to_move;
  if (king_moves) board_.king = to;
  board_.mover = other(kSide);
  ++board_.ply;
  board_.quiet_plies = static_cast<std::uint16_t>(board_.quiet_plies + (board_.quiet_plies != 0xFFFF));
  if ((target.beside & board_.pieces[index_of(other(kSide))]) != 0) take_around<kSide>(to);
  board_.ending = ending_after<kSide>(king_moves);
}

inline Undo Position::play(Move move) {
  const Undo undo{board_};
  if (board_.mover == Side::kAttackers) {
    play_as<Side::kAttackers>(move);
  } else {
    play_as<Side::kDefenders>(move);
  }
  return undo;
}

}  // namespace partita::games::tafl
