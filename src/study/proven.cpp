#include "study/proven.h"

#include <cstdlib>

#include "game/types.h"

namespace partita::study {

catalog::ScoreReport score_of(const Proven& proven, const catalog::AnyPosition& position) {
  const int sign = proven.is_loss() ? -1 : 1;
  const auto mover = static_cast<std::size_t>(position.to_move());
  catalog::ScoreReport score;
  score.by_seat.assign(static_cast<std::size_t>(position.seat_count()), 0.0);
  if (proven.result == Proven::Result::kDraw) {
    score.distance = 0;
    score.win = 0;
    score.draw = 1;
    score.by_seat.assign(score.by_seat.size(), 1.0 / static_cast<double>(score.by_seat.size()));
    return score;
  }
  score.value = sign * (proven.plies > 0 ? std::int64_t{game::win_in(proven.plies)} : catalog::kWonValue);
  if (proven.plies > 0) score.distance = sign * proven.plies;
  if (!proven.is_shortest)
    score.bound = sign > 0 ? catalog::ScoreReport::Bound::kLower : catalog::ScoreReport::Bound::kUpper;
  score.win = sign > 0 ? 1 : 0;
  score.by_seat[sign > 0 ? mover : 1 - mover] = 1;
  return score;
}

std::optional<Proven> proven_by(const catalog::ScoreReport& score) {
  const auto sign = proven_sign(score);
  if (!sign) return std::nullopt;
  const int plies = std::abs(score.distance.value_or(0));
  const bool is_exact = plies > 0 && score.bound == catalog::ScoreReport::Bound::kExact;
  return Proven{static_cast<Proven::Result>(*sign), "", plies, is_exact};
}

std::optional<int> proven_sign(const catalog::ScoreReport& score) {
  if (score.distance) return *score.distance > 0 ? 1 : *score.distance < 0 ? -1 : 0;
  if (score.value == catalog::kWonValue) return 1;
  if (score.value == -catalog::kWonValue) return -1;
  return std::nullopt;
}

}  // namespace partita::study
