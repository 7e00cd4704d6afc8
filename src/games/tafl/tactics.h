#pragma once

#include "base/fixed_vector.h"
#include "game/concept.h"
#include "games/tafl/position.h"

/// Wins on the spot, the replies they leave, and moves that force matters. All exact unless said otherwise.
namespace partita::games::tafl {

/// Every empty square is reached by at most four pieces and a piece reaches at most twenty squares: with p pieces on 121
/// squares that is at most min(4 * (121 - p), 20 * p) <= 404 moves.
inline constexpr std::size_t kMostMoves = 404;
using Moves = base::FixedVector<Move, kMostMoves>;

/// A move that takes the king, or Move{}. Also answers when it is not the attackers' turn: what they threaten.
Move king_capture(const Position& pos);
/// A legal move that wins at once, or Move{}. REQUIRES: !pos.is_over().
Move immediate_win(const Position& pos);
/// REQUIRES: !pos.is_over() and no immediate win.
game::Replies forced_replies(const Position& pos, Moves& list);
/// Captures and escapes. Mere threats are left out: following them costs more depth than it shows (at 30 ms a move and
/// four plies of quiescence captures alone won 20 : 12 in mcgill and drew 16 : 16 in ashton).
void generate_forcing_moves(const Position& pos, Moves& list);

/// First guesses at the mover's moves in one position; what they share is worked out once. Higher is likelier good:
/// captures, squares beside the king for attackers, and for him roads to an escape. Lives no longer than the position.
class MoveHints {
 public:
  explicit MoveHints(const Position& pos);
  int of(Move move) const {
    constexpr int kCapture = 1000;
    constexpr int kNearKing = 60;
    if (move.from() == king_) return (has(captures_, move.to()) ? kCapture : 0) + of_king(move.to());
    if (!has(captures_ | near_king_, move.to())) return 0;
    return (has(captures_, move.to()) ? kCapture : 0) + (has(near_king_, move.to()) ? kNearKing : 0);
  }

 private:
  int of_king(Square to) const;

  const Position& pos_;
  Cells captures_;
  Cells near_king_;
  Square king_;  ///< kNoSquare if he is not the mover's
};

}  // namespace partita::games::tafl
