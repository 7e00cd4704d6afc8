#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::server {

/// A bucket of permissions that fills at a steady rate up to a burst. One thread.
class TokenBucket {
 public:
  TokenBucket(double per_second, double burst) : per_second_(per_second), burst_(burst), level_(burst) {}

  /// Takes one permission if there is one.
  bool take(std::int64_t now_ms) {
    level_ = std::min(burst_, level_ + per_second_ * static_cast<double>(now_ms - last_ms_) / 1000.0);
    last_ms_ = now_ms;
    if (level_ < 1.0) return false;
    level_ -= 1.0;
    return true;
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
