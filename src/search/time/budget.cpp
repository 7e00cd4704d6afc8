#include "search/time/budget.h"

#include <algorithm>
#include <cstddef>

namespace partita::search {

namespace {

constexpr std::int64_t kMicrosPerMilli = 1000;
/// Aboukhadra, section 3.3: three seconds a move.
constexpr std::int64_t kThreeSeconds = 3'000'000;
/// The McGill course's limits: 30 s for a side's first move, 2 s for the others.
constexpr std::int64_t kCourseFirst = 30'000'000;
constexpr std::int64_t kCourseMove = 2'000'000;

/// What is kept back from any limit: being woken late, and telling the move to whoever asked. Where others want the
/// processor too, they get it for ticks of 4 ms at a time, and the end of the time may come in one.
std::int64_t margin_us(std::int64_t limit_us) { return std::clamp<std::int64_t>(limit_us / 5, 500, 5000); }

Budget within(std::int64_t limit_us) {
  const std::int64_t hard = std::max<std::int64_t>(limit_us - margin_us(limit_us), 200);
  return {hard, hard};
}

/// gT * cP / cm for comfortable moves, however quick the earlier ones were, and gTL * pP in panic. Sweere, section 7.
Budget comfort_then_panic(const TimeQuestion& q, std::int64_t clock_us) {
  constexpr double kComfortShare = 0.8;
  constexpr int kComfortMoves = 25;
  constexpr double kPanicShare = 0.08;
  const int made = q.ply / std::max(q.seat_count, 1);
  if (made <= kComfortMoves) {
    // Who comes late knows only what is left, and takes it that all comfortable moves took their time.
    const double used = kComfortShare * made / kComfortMoves;
    const double whole_us = q.whole_ms > 0 ? static_cast<double>(q.whole_ms * kMicrosPerMilli)
                                           : static_cast<double>(clock_us) / (1.0 - used);
    return within(std::min(static_cast<std::int64_t>(whole_us * kComfortShare / kComfortMoves), clock_us / 2));
  }
  return within(static_cast<std::int64_t>(static_cast<double>(clock_us) * kPanicShare));
}

/// The time left shared evenly over the turns left but the last three. Trebing, section 5.7.
Budget even_turns(const TimeQuestion& q, std::int64_t clock_us) {
  constexpr int kFreeTurns = 3;
  constexpr int kUnknownTurns = 25;
  const int turns = q.turns_left > 0 ? q.turns_left : kUnknownTurns;
  const std::int64_t turn = clock_us / std::max(turns - kFreeTurns, 1);
  return within(std::min(turn / std::max(q.plies_in_turn, 1), clock_us / 2));
}

/// Clock and increment: an even share, more while things are open, never near the end of the clock.
Budget share_of_clock(const TimeQuestion& q, std::int64_t clock_us, std::int64_t increment_us) {
  constexpr int kUnknownTurns = 24;
  const int turns = std::clamp(q.turns_left > 0 ? q.turns_left + 1 : kUnknownTurns, 2, 40);
  const std::int64_t reserve = std::min<std::int64_t>(clock_us / 10, 200 * kMicrosPerMilli);
  const std::int64_t usable = std::max<std::int64_t>(clock_us - reserve, clock_us / 4);
  const std::int64_t turn = usable / turns + increment_us * 3 / 4;
  const std::int64_t ply = std::min(turn / std::max(q.plies_in_turn, 1), usable / 2);
  Budget budget = within(std::min(ply * 3, usable / 3));
  budget.soft_us = std::min(ply * 7 / 10, budget.hard_us);
  return budget;
}

}  // namespace

Budget choose_budget(TimeRule rule, const TimeQuestion& q) {
  if (q.limits.movetime_ms > 0) return within(q.limits.movetime_ms * kMicrosPerMilli);
  const auto seat = static_cast<std::size_t>(q.seat);
  const std::int64_t clock_us = q.limits.clock_ms[seat] * kMicrosPerMilli;
  const std::int64_t increment_us = q.limits.increment_ms[seat] * kMicrosPerMilli;
  if (clock_us <= 0) {
    if (increment_us > 0) return within(increment_us);
    return {};
  }
  switch (rule) {
    case TimeRule::kComfortThenPanic: return comfort_then_panic(q, clock_us);
    case TimeRule::kEvenTurns: return even_turns(q, clock_us);
    case TimeRule::kThreeSeconds: return within(std::min(kThreeSeconds, clock_us / 4));
    case TimeRule::kCourse: return within(std::min(q.ply < q.seat_count ? kCourseFirst : kCourseMove, clock_us / 4));
    default: return share_of_clock(q, clock_us, increment_us);
  }
}

bool may_deepen(TimeRule rule, const Budget& budget, std::int64_t elapsed_us, const Settledness& settled) {
  if (elapsed_us >= budget.hard_us) return false;
  if (rule != TimeRule::kShareOfClock || budget.soft_us == budget.hard_us) return elapsed_us < budget.soft_us;
  if (settled.single_move) return false;
  double factor = 1.3 - 0.1 * std::min(settled.stable_iterations, 8);
  if (settled.score_drop > settled.unit / 2) factor *= 1.6;
  return static_cast<double>(elapsed_us) < static_cast<double>(budget.soft_us) * factor;
}

}  // namespace partita::search
