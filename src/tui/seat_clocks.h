#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "catalog/any_engine.h"

namespace partita::tui {

/// The seats' clocks, or only the time they used where there are none.
class SeatClocks {
 public:
  SeatClocks() = default;
  SeatClocks(std::int64_t budget_ms, std::int64_t increment_ms) : increment_ms_(increment_ms), is_limited_(true) {
    left_ms_.fill(budget_ms);
  }

  bool is_limited() const { return is_limited_; }
  std::int64_t increment_ms() const { return increment_ms_; }
  std::int64_t used_ms(catalog::Seat seat) const { return used_ms_[seat]; }
  std::int64_t left_ms(catalog::Seat seat) const { return left_ms_[seat]; }
  void set_left_ms(catalog::Seat seat, std::int64_t ms) { left_ms_[seat] = ms; }

  /// Takes the time from the seat's clock; false when its time is up.
  bool charge(catalog::Seat seat, std::int64_t spent_ms);
  /// The seat has made its move.
  void add_increment(catalog::Seat seat);
  /// What an engine is told.
  catalog::Limits limits(int seat_count) const;

 private:
  std::array<std::int64_t, catalog::kMaxSeats> left_ms_{};
  std::array<std::int64_t, catalog::kMaxSeats> used_ms_{};
  std::int64_t increment_ms_ = 0;
  bool is_limited_ = false;
};

}  // namespace partita::tui
