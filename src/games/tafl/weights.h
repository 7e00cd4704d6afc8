#pragma once

#include <array>

#include "games/tafl/rule_set.h"

namespace partita::games::tafl {

/// What the default evaluator pays for, in hundredths of an attacker and from the attackers' view; what helps the
/// defenders is subtracted. One table per family of rules: where the king must reach a corner, and where any edge will do.
struct Weights {
  /// A soldier's worth on a full board and on an empty one; between them by the pieces left.
  std::array<int, 2> attacker;
  std::array<int, 2> defender;
  /// Open roads of the king to an escape with attackers to move: one can be blocked, two cannot.
  int one_road;
  int two_roads;
  /// By number of escapes he reaches in two moves, and, if there are none, in three.
  std::array<int, 9> escapes_in_two;
  std::array<int, 9> escapes_in_three;
  int king_square;        ///< for each square the king reaches in one move
  int king_area;          ///< for each square he reaches in two
  int beside_king;        ///< attackers beside him
  int beside_strong_king; ///< the same where four sides are needed
  int king_threat;        ///< attackers threaten to take the king, defenders to move
  /// Soldiers that can be taken: [0] by the side to move, [1] by the other side.
  std::array<int, 2> capture_by_attackers;
  std::array<int, 2> capture_by_defenders;
  int corner_guard;       ///< attackers on the diagonal of three that closes a corner
  int outer_guard;        ///< attackers on the diagonal of four behind it
  int to_move;
};

inline constexpr Weights kCornerWeights = {
    {100, 130}, {190, 230}, 45, 3000, {0, 70, 150, 210, 260, 260, 260, 260, 260}, {0, 20, 38, 52, 60, 60, 60, 60, 60},
    3, 1, 18, 30, 60, {70, 20}, {50, 15}, 14, 9, 10};

inline constexpr Weights kEdgeWeights = {
    {100, 130}, {200, 240}, 60, 3000, {0, 60, 110, 150, 180, 205, 225, 240, 250}, {0, 8, 15, 21, 26, 30, 33, 36, 38},
    4, 1, 20, 35, 70, {70, 20}, {50, 15}, 0, 0, 10};

constexpr const Weights& weights_for(Escape escape) {
  return escape == Escape::kCorner ? kCornerWeights : kEdgeWeights;
}

}  // namespace partita::games::tafl
