#pragma once

// Part of position.h: how a game ends, tested after every move.
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// A free square beside some piece, where soldiers may stop, settles it in nearly every position; crossing the throne,
/// moves within a camp and squares that only the king may enter are left to the exact test. Relies on a king being
/// allowed wherever a defender is.
inline bool Position::can_move(Side side) const {
  const Cells own = board_.pieces[index_of(side)];
  const Cells free = ~(occupied() | ground_->no_stop[index_of(side)]);
  if (((own << kStride) & free) != 0) return true;
  if ((south(own) & free) != 0 || ((east(own) | west(own)) & free) != 0) return true;
  return has_any_move(side);
}

/// After a move by `side`. The mover itself is never stuck where both sides are tested (mcgill): the piece that moved can
/// go back, as whoever may stand on a square there may also return to it.
inline Ending Position::ending_after(Side side, bool king_moved, Square to) const {
  if (board_.king == kNoSquare) return Ending::kKingCaptured;
  if (king_moved && has(ground_->escapes, to)) return Ending::kKingEscaped;
  if (ground_->rules->has_formations()) {
    const Ending formation = formation_ending(side);
    if (formation != Ending::kNone) return formation;
  }
  if (!can_move(other(side))) return side == Side::kAttackers ? Ending::kDefendersStuck : Ending::kAttackersStuck;
  if (static_cast<int>(board_.ply) >= ground_->ply_limit) return Ending::kPlyLimit;
  return Ending::kNone;
}

}  // namespace partita::games::tafl
