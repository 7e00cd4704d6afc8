#pragma once

#include "game/types.h"

namespace partita::search {

/// Chances of the mover for an evaluation: a logistic curve per game, with a share of draws that shrinks as the
/// evaluation grows.
struct WinChance {
  double win = 0.5;
  double draw = 0.0;
};

/// Constants of the curve: the evaluation at which the odds are e : 1, and the share of draws at zero.
struct ChanceCurve {
  double scale = 400.0;
  double draw_at_zero = 0.0;
};

WinChance win_chance(const ChanceCurve& curve, game::Score score);

}  // namespace partita::search
