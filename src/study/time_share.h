#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "catalog/any_engine.h"

namespace partita::study {

/// A flag that is raised after some time.
class Deadline {
 public:
  /// Zero milliseconds: never.
  Deadline(std::int64_t ms, const base::StopFlag* outer) : flag_(outer) {
    if (ms > 0) flag_.raise_at(std::chrono::steady_clock::now() + std::chrono::milliseconds(ms));
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  const base::StopFlag* flag() const { return &flag_; }
  bool has_passed() const { return flag_.is_raised(); }

 private:
  base::StopFlag flag_;
};

/// A request of which so much time was spent before the engine got it.
inline catalog::SearchRequest with_time_left(const catalog::AnyPosition& position, catalog::SearchRequest request,
                                             std::int64_t spent_ms) {
  if (request.limits.movetime_ms > 0)
    request.limits.movetime_ms = std::max<std::int64_t>(1, request.limits.movetime_ms - spent_ms);
  std::int64_t& clock = request.limits.clock_ms[position.to_move()];
  if (clock > 0) clock = std::max<std::int64_t>(1, clock - spent_ms);
  return request;
}

}  // namespace partita::study
