#include "tui/seat_clocks.h"

#include <algorithm>

namespace partita::tui {

bool SeatClocks::charge(catalog::Seat seat, std::int64_t spent_ms) {
  used_ms_[seat] += spent_ms;
  if (!is_limited_) return true;
  left_ms_[seat] = std::max<std::int64_t>(0, left_ms_[seat] - spent_ms);
  return left_ms_[seat] > 0;
}

void SeatClocks::add_increment(catalog::Seat seat) { left_ms_[seat] += increment_ms_; }

catalog::Limits SeatClocks::limits(int seat_count) const {
  catalog::Limits limits;
  for (int seat = 0; seat < seat_count; ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    limits.clock_ms[index] = std::max<std::int64_t>(1, left_ms_[index]);
    limits.increment_ms[index] = increment_ms_;
  }
  return limits;
}

}  // namespace partita::tui
