#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::server {

/// A bucket of permissions that fills at a steady rate up to a burst. One thread.
class TokenBucket {
 public:
  TokenBucket(double per_second, double burst) : per_second_(per_second), burst_(burst), level_(burst) {}

  /// Takes that many permissions if there are so many.
  bool take(std::int64_t now_ms, double count = 1.0) {
    level_ = level(now_ms);
    last_ms_ = now_ms;
    if (level_ < count) return false;
    level_ -= count;
    return true;
  }
  /// How many there are.
  double level(std::int64_t now_ms) const {
    return std::min(burst_, level_ + per_second_ * static_cast<double>(now_ms - last_ms_) / 1000.0);
  }
  bool is_full(std::int64_t now_ms) const {
    return level_ + per_second_ * static_cast<double>(now_ms - last_ms_) / 1000.0 >= burst_;
  }

 private:
  double per_second_;
  double burst_;
  double level_;
  std::int64_t last_ms_ = 0;
};

}  // namespace partita::server
