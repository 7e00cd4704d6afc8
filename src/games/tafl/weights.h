#pragma once

#include <array>

namespace partita::games::tafl {

/// What the default evaluator pays for, in hundredths of an attacker and from the attackers' view; what helps the
/// defenders is subtracted. One table per family of rules: where the king must reach a corner, and where any edge will
/// do.
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
  int king_square;         ///< for each square the king reaches in one move
  int king_area;           ///< for each square he reaches in two
  int beside_king;         ///< attackers beside him
  int beside_strong_king;  ///< the same where four sides are needed
  int king_threat;         ///< attackers threaten to take the king, defenders to move
  /// Soldiers that can be taken: [0] by the side to move, [1] by the other side.
  std::array<int, 2> capture_by_attackers;
  std::array<int, 2> capture_by_defenders;
  int corner_guard;  ///< attackers on the diagonal of three that closes a corner
  int outer_guard;   ///< attackers on the diagonal of four behind it
  int to_move;
};

/// Fitted by logistic regression to results of self-play at depth 2 (mcgill and ashton, 1,200 games each), then rounded
/// by hand. Against the guesses before them, at depth 3 from random openings: mcgill 105 of 160, ashton 88.5 of 160.
inline constexpr Weights kCornerWeights = {{77, 60},
                                           {125, 190},
                                           54,
                                           3000,
                                           {0, 94, 155, 212, 260, 260, 260, 260, 260},
                                           {0, 21, 26, 40, 55, 60, 60, 60, 60},
                                           0,
                                           4,
                                           20,
                                           20,
                                           54,
                                           {30, 10},
                                           {60, 30},
                                           15,
                                           9,
                                           13};

inline constexpr Weights kEdgeWeights = {{70, 75},
                                         {110, 205},
                                         65,
                                         3000,
                                         {0, 46, 97, 147, 175, 205, 225, 241, 250},
                                         {0, 10, 10, 20, 27, 30, 33, 36, 38},
                                         5,
                                         0,
                                         10,
                                         45,
                                         73,
                                         {60, 30},
                                         {30, 8},
                                         0,
                                         0,
                                         8};

}  // namespace partita::games::tafl
