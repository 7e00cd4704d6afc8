#pragma once

#include <cstdint>

#include "base/random.h"

namespace partita::board {

/// The random number of one (thing, place) pair, computed rather than stored where speed does not matter. Tables on hot
/// paths are filled from it, so that every build and machine has the same keys. `salt` tells games apart.
constexpr std::uint64_t zobrist(std::uint64_t salt, std::uint32_t thing, std::uint32_t place) {
  return base::mix64(base::mix64(salt) ^ (static_cast<std::uint64_t>(thing) << 32 | place));
}

}  // namespace partita::board
