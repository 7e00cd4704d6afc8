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
  board_.seat ^= 1;
  ++board_.ply;
  board_.quiet_plies = static_cast<std::uint16_t>(board_.quiet_plies + (board_.quiet_plies != 0xFFFF));
  if ((target.beside & board_.pieces[index_of(other(kSide))]) != 0) take_around<kSide>(to);
  board_.ending = ending_after<kSide>(king_moves);
}

/// Without playing the move where that is easily done: far from the ply limit, and not beside a king who may be taken.
inline game::Key Position::key_after(Move move) const {
  const Square from = move.from();
  const Square to = move.to();
  const Side side = board_.mover;
  const Side enemy = other(side);
  const Cells near = beside_square(to) & board_.pieces[index_of(enemy)];
  const bool king_moves = from == board_.king;
  Cells taken = 0;
  bool is_known = near == 0;
  if (near != 0 && ground_->takes_between && !has(near, board_.king)) {
    const Square king = king_moves ? to : board_.king;
    const Cells hostile = ground_->hostile[index_of(enemy)][king == ground_->throne ? 1 : 0];
    const Cells own = board_.pieces[index_of(side)] & ~cell_of(from);
    // Where there are exceptions, the throne may help too: those are left standing at least that no rule could take.
    taken = taken_plainly(near, own | hostile | (ground_->takes_plainly ? Cells{0} : ground_->throne_cell), to);
    is_known = taken == 0 || ground_->takes_plainly;
  }
  if (!is_known || ground_->ply_limit - static_cast<int>(board_.ply) - 1 <= kPlyHorizon) {
    Position after = *this;
    after.play(move);
    return after.key();
  }
  const std::size_t kind = king_moves ? index_of(Kind::kKing) : index_of(side);
  game::Key key = board_.key ^ kKeys.piece[from][kind] ^ kKeys.piece[to][kind] ^ kKeys.defenders_to_move;
  for_each_cell(taken, [&](Square square) { key ^= kKeys.piece[square][index_of(enemy)]; });
  return key;
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
