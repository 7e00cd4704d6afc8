#pragma once

#include <array>
#include <cstdint>

#include "game/types.h"

namespace partita::search {

/// What a search may spend. A field left at zero sets no limit; clocks are by seat. A search with no limit at all runs
/// until it is stopped or the result is proven.
struct Limits {
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t movetime_ms = 0;
  std::array<std::int64_t, game::kMaxSeats> clock_ms{};
  std::array<std::int64_t, game::kMaxSeats> increment_ms{};
  int lines = 1;  ///< how many best moves to report (multi-PV)
};

}  // namespace partita::search
