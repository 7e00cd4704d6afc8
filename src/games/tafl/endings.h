#pragma once

// Part of position.h: how a game ends, tested after every move.
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// A free square beside some piece, where soldiers may stop, settles it in nearly every position; crossing the throne,
/// moves within a camp and squares that only the king may enter are left to the exact test. Relies on a king being
/// allowed wherever a defender is.
inline bool Position::can_move(Side side) const {
  const Cells own = board_.pieces[index_of(side)];
  // On 11x11 a step beyond the last rank still has bits: only the board counts.
  const Cells free = ground_->board & ~(occupied() | ground_->no_stop[index_of(side)]);
  if (((own << kStride) & free) != 0) [[likely]]
    return true;
  if ((beside(own) & free) != 0) return true;
  return has_any_move(side);
}

/// After a move by kSide. The mover itself is never stuck where both sides are tested (mcgill): the piece that moved
/// can go back, as whoever may stand on a square there may also return to it.
template <Side kSide>
inline Ending Position::ending_after(bool king_moved) const {
  if (kSide == Side::kAttackers && board_.king == kNoSquare) return Ending::kKingCaptured;
  if (kSide == Side::kDefenders && king_moved && has(ground_->escapes, board_.king)) return Ending::kKingEscaped;
  if (ground_->has_formations) [[unlikely]] {
    const Ending formation = formation_ending(kSide);
    if (formation != Ending::kNone) return formation;
  }
  if (!can_move(other(kSide))) return kSide == Side::kAttackers ? Ending::kDefendersStuck : Ending::kAttackersStuck;
  if (static_cast<int>(board_.ply) >= ground_->ply_limit) return Ending::kPlyLimit;
  return Ending::kNone;
}

}  // namespace partita::games::tafl
