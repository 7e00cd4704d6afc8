#pragma once

#include <cstdint>
#include <string_view>

namespace partita::base {

/// Splitmix64: one multiplication chain from a counter. Good for seeding and for keys, as it maps 0, 1, 2, ... to
/// well-spread values.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

/// xoroshiro128++: the small fast generator for playouts, random choices and tests. The same seed gives the same
/// sequence on every machine. One thread.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed = 1) : a_(mix64(seed)), b_(mix64(seed + 1)) {}

  constexpr std::uint64_t next() {
    const std::uint64_t a = a_;
    std::uint64_t b = b_;
    const std::uint64_t result = rotate(a + b, 17) + a;
    b ^= a;
    a_ = rotate(a, 49) ^ b ^ (b << 21);
    b_ = rotate(b, 28);
    return result;
  }
  /// A number in [0, bound). REQUIRES: bound > 0. The bias is below bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }
  /// A number in [0, 1).
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t a_;
  std::uint64_t b_;
};

/// Seeds of games lie below this: seats count on from them and stay within the range of the switch `seed`.
inline constexpr std::uint64_t kSeedEnd = 1'000'000'000;

/// A seed nobody chose, for a game that was not asked to be repeatable: from 1 to kSeedEnd - 1. Any thread.
std::uint64_t fresh_seed();

/// The seed of the game of this name among those begun with `seed`, in the same range and the same on every machine.
std::uint64_t seed_of(std::uint64_t seed, std::string_view name);

}  // namespace partita::base
