#pragma once

#include <string>
#include <vector>

#include "base/pentanomial.h"

namespace partita::arena {

/// Points of a against b over `games` games (a draw is half a point).
struct Encounter {
  int a = 0;
  int b = 0;
  double games = 0;
  double points_a = 0;
};

/// Maximum-likelihood logistic ratings of `players` players, their mean held at zero, with 95% error bars from the
/// observed information. A prior of one drawn game per encounter keeps clean sweeps finite; a player without games
/// stays at zero with an infinite error. REQUIRES: indices in range.
std::vector<base::Estimate> rate(int players, const std::vector<Encounter>& encounters);

}  // namespace partita::arena
