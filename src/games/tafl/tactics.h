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
/// Captures, king moves that open a road to an escape, attackers' moves that threaten the king.
void generate_forcing_moves(const Position& pos, Moves& list);
/// Higher is likelier good: captures, blocked and opened roads, closeness to the king.
int move_hint(const Position& pos, Move move);

}  // namespace partita::games::tafl
