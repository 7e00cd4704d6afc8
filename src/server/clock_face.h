#pragma once

#include <cstdint>
#include <vector>

#include "store/game_row.h"

namespace partita::server {

/// The clocks of a game's seats. Told the time by its caller; knows nothing of timers. One thread.
class ClockFace {
 public:
  ClockFace() = default;
  explicit ClockFace(const std::vector<store::SeatRow>& seats) {
    for (const store::SeatRow& seat : seats) {
      if (!seat.clock) return;
    }
    for (const store::SeatRow& seat : seats) {
      remaining_ms_.push_back(seat.clock->initial_ms);
      increment_ms_.push_back(seat.clock->increment_ms);
    }
  }

  /// False where the game is played without clocks: nothing below does anything then.
  bool is_used() const { return !remaining_ms_.empty(); }
  int running() const { return running_; }

  void start(int seat, std::int64_t now_ms) {
    if (!is_used() || running_ == seat) return;
    stop(now_ms);
    running_ = seat;
    since_ms_ = now_ms;
  }
  /// What the running seat has used is taken off.
  void stop(std::int64_t now_ms) {
    if (running_ >= 0) at(running_) = remaining_ms(running_, now_ms);
    running_ = -1;
  }
  /// Stops as if the running seat had not used any time since it was started.
  void forget_running() { running_ = -1; }
  void end_turn(int seat) {
    if (is_used()) at(seat) += increment_ms_[static_cast<std::size_t>(seat)];
  }
  void set_remaining(int seat, std::int64_t remaining_ms) {
    if (is_used()) at(seat) = remaining_ms;
  }
  void swap_seats() {
    if (!is_used()) return;
    std::swap(remaining_ms_[0], remaining_ms_[1]);
    std::swap(increment_ms_[0], increment_ms_[1]);
  }

  /// Never negative.
  std::int64_t remaining_ms(int seat, std::int64_t now_ms) const {
    const std::int64_t used = seat == running_ ? now_ms - since_ms_ : 0;
    const std::int64_t left = remaining_ms_[static_cast<std::size_t>(seat)] - used;
    return left > 0 ? left : 0;
  }
  std::int64_t increment_ms(int seat) const { return increment_ms_[static_cast<std::size_t>(seat)]; }
  bool has_fallen(int seat, std::int64_t now_ms) const { return is_used() && remaining_ms(seat, now_ms) == 0; }

 private:
  std::int64_t& at(int seat) { return remaining_ms_[static_cast<std::size_t>(seat)]; }

  std::vector<std::int64_t> remaining_ms_;
  std::vector<std::int64_t> increment_ms_;
  int running_ = -1;
  std::int64_t since_ms_ = 0;
};

}  // namespace partita::server
