#include "search/win_chance.h"

#include <cmath>

namespace partita::search {

WinChance win_chance(const ChanceCurve& curve, game::Score score) {
  if (score >= game::kWinBound) return {1.0, 0.0};
  if (score <= -game::kWinBound) return {0.0, 0.0};
  const double expected = 1.0 / (1.0 + std::exp(-static_cast<double>(score) / curve.scale));
  const double draw = curve.draw_at_zero * 4.0 * expected * (1.0 - expected);
  return {expected - draw / 2, draw};
}

}  // namespace partita::search
