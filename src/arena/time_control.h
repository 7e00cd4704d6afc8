#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "catalog/any_engine.h"

namespace partita::arena {

/// What one player may spend: per move, a clock with increment, a number of nodes or a depth. Written as "100ms",
/// "2s", "60s+0.5s", "nodes=1000", "depth=6".
struct TimeControl {
  enum class Kind { kPerMove, kClock, kNodes, kDepth };
  Kind kind = Kind::kPerMove;
  std::int64_t per_move_ms = 100;
  std::int64_t clock_ms = 0;
  std::int64_t increment_ms = 0;
  std::uint64_t nodes = 0;
  int depth = 0;

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

base::Parsed<TimeControl> read_time_control(std::string_view text);
std::string write_time_control(const TimeControl& control);
/// "1.5s", "250ms", "2m", "90" (seconds) in milliseconds.
base::Parsed<std::int64_t> read_duration_ms(std::string_view text);

}  // namespace partita::arena
