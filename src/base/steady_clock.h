#pragma once

#include <chrono>
#include <cstdint>

namespace partita::base {

/// Milliseconds of the clock that is never set: for intervals and deadlines within this process.
inline std::int64_t steady_ms() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

}  // namespace partita::base
