#pragma once

#include "game/profile.h"
#include "game/types.h"

namespace partita::search {

/// Chances of the mover for an evaluation: a logistic curve per game, with a share of draws that shrinks as the
/// evaluation grows.
struct WinChance {
  double win = 0.5;
  double draw = 0.0;
};

using game::ChanceCurve;

WinChance win_chance(const ChanceCurve& curve, game::Score score);

}  // namespace partita::search
