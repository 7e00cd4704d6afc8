#pragma once

#include <array>
#include <cstdint>

#include "base/fixed_vector.h"
#include "game/refinements.h"
#include "games/tafl/evaluation.h"
#include "games/tafl/king_taking.h"
#include "games/tafl/position.h"
#include "games/tafl/slides.h"

/// Wins on the spot, the replies they leave, and moves that force matters. All exact unless said otherwise.
namespace partita::games::tafl {

/// Every empty square is reached by at most four pieces and a piece reaches at most twenty squares: with p pieces on
/// 121 squares that is at most min(4 * (121 - p), 20 * p) <= 404 moves.
inline constexpr std::size_t kMostMoves = 404;
using Moves = base::FixedVector<Move, kMostMoves>;

namespace detail {

/// A move of attackers to one of these squares, or Move{}.
Move king_capture_on(const Position& pos, Cells squares);
/// Wins by formations and by leaving the enemy without a move.
Move rare_win(const Position& pos);
/// Attackers must stand on the king's road; roads in two directions have no square in common.
game::Threat block_road(const Position& pos, const EscapeRoads& roads, Moves& list);
/// Soldiers help a king about to be taken by standing in the way or by taking somebody, and he may move himself.
game::Threat save_king(const Position& pos, Moves& list);

/// False where no move can leave the enemy without one. A piece with a free square beside it is stuck or taken only by
/// a move to a square beside it, and two squares beside a third lie at most two ranks apart: in nearly all positions
/// pieces with a free square north of them lie further apart.
inline bool may_stick(const Position& pos, Side enemy) {
  const Ground& ground = pos.ground();
  const Cells free = ~(pos.occupied() | ground.no_stop[index_of(enemy)]) & ground.board;
  const Cells ahead = pos.pieces(enemy) << kStride & free;
  return ahead == 0 || last_of(ahead) - first_of(ahead) <= 2 * kStride;
}

}  // namespace detail

/// A move that takes the king, or Move{}. Also answers when it is not the attackers' turn: what they threaten.
inline Move king_capture(const Position& pos) {
  const Cells squares = king_taking_squares(pos);
  return squares == 0 ? Move{} : detail::king_capture_on(pos, squares);
}

/// A legal move that wins at once, or Move{}. REQUIRES: !pos.is_over().
inline Move immediate_win(const Position& pos) {
  if (pos.mover() == Side::kAttackers) {
    const Move capture = king_capture(pos);
    if (!(capture == Move{})) return capture;
  } else {
    const EscapeRoads roads = escape_roads(pos);
    const Square king = pos.king();
    if (roads.along_rank != 0) return Move(king, square_at(std::countr_zero(roads.along_rank), rank_of(king)));
    if (roads.along_file != 0) return Move(king, square_at(file_of(king), std::countr_zero(roads.along_file)));
  }
  const bool is_rare_win_near = pos.ground().has_formations || detail::may_stick(pos, other(pos.mover()));
  return is_rare_win_near ? detail::rare_win(pos) : Move{};
}

/// REQUIRES: !pos.is_over() and no immediate win.
inline game::Threat forced_replies(const Position& pos, Moves& list) {
  // The next move may end the game in a draw, whatever is threatened.
  if (pos.ply() + 1 >= pos.ground().ply_limit) return game::Threat::kNone;
  if (pos.mover() == Side::kAttackers) {
    const EscapeRoads roads = escape_roads(pos);
    return roads.any() ? detail::block_road(pos, roads, list) : game::Threat::kNone;
  }
  return king_capture(pos) == Move{} ? game::Threat::kNone : detail::save_king(pos, list);
}
/// Captures and escapes. Mere threats are left out: following them costs more depth than it shows (at 30 ms a move and
/// four plies of quiescence captures alone won 20 : 12 in mcgill and drew 16 : 16 in ashton).
void generate_forcing_moves(const Position& pos, Moves& list);
/// The same, in the same order, where evaluation has found the captures and nobody wins at once.
void generate_quiet_forcing_moves(const Position& pos, const Forcing& forcing, Moves& list);

/// First guesses at the mover's moves in one position; what they share is worked out once. Higher is likelier good:
/// captures, squares beside the king for attackers, and for him roads to an escape. Lives no longer than the position.
class MoveHints {
 public:
  static constexpr int kCapture = 1000;
  static constexpr int kNearKing = 60;
  static constexpr int kRoad = 400;
  static constexpr int kMost = kCapture + 20 * kRoad;  ///< no hint is greater: a piece reaches at most twenty squares

  explicit MoveHints(const Position& pos);
  /// Of a soldier's move to each square.
  using BySquare = std::array<std::int16_t, 128>;
  BySquare of_soldiers() const;
  /// Of the king's move.
  int of_king(Square to) const { return (has(captures_, to) ? kCapture : 0) + kRoad * roads_from(to); }
  int of(Move move) const {
    if (move.from() == king_) return of_king(move.to());
    if (!has(captures_ | near_king_, move.to())) return 0;
    return (has(captures_, move.to()) ? kCapture : 0) + (has(near_king_, move.to()) ? kNearKing : 0);
  }

 private:
  int roads_from(Square to) const;

  const Position& pos_;
  Cells captures_;
  Cells near_king_;
  Square king_;  ///< kNoSquare if he is not the mover's
};

}  // namespace partita::games::tafl
