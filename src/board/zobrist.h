#pragma once

#include <cstdint>

#include "base/random.h"

namespace partita::board {

/// The random number of one (thing, place) pair, computed rather than stored where speed does not matter. Tables on hot
/// paths are filled from it, so that every build and machine has the same keys. `salt` tells games apart.
constexpr std::uint64_t zobrist(std::uint64_t salt, std::uint32_t thing, std::uint32_t place) {
  return base::mix64(base::mix64(salt) ^ (static_cast<std::uint64_t>(thing) << 32 | place));
}

/// The salt of a second set of random numbers for the same things, by its seed. None is a game's own salt.
constexpr std::uint64_t seeded_salt(std::uint64_t salt, std::uint64_t seed) {
  return base::mix64(base::mix64(~salt) + seed);
}

}  // namespace partita::board
