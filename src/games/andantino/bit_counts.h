#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace partita::games::andantino {

/// Four words at once, by the compilers' vector extension: shifts and logic work on all four.
using Quad = std::uint32_t __attribute__((vector_size(16)));

inline Quad load_quad(const std::uint32_t* words) {
  Quad quad;
  std::memcpy(&quad, words, sizeof quad);
  return quad;
}

/// The words of a Quad in pairs, the first in the lower half.
inline std::array<std::uint64_t, 2> pairs_of(Quad quad) {
  std::array<std::uint64_t, 2> pairs;
  std::memcpy(&pairs, &quad, sizeof pairs);
  if constexpr (std::endian::native == std::endian::big)
    pairs = {pairs[0] << 32 | pairs[0] >> 32, pairs[1] << 32 | pairs[1] >> 32};
  return pairs;
}

/// Counts the set bits of many Quads. REQUIRES: at most 31 are added, as every byte counts on its own.
class BitCount {
 public:
  void add(Quad quad) { counts_ += bits_of_bytes(quad); }
  int total() const {
    int sum = 0;
    for (std::size_t i = 0; i < sizeof(Bytes); ++i) sum += counts_[i];
    return sum;
  }

 private:
  using Bytes = std::uint8_t __attribute__((vector_size(16)));

  static Bytes bits_of_bytes(Quad quad) {
#if defined(__ARM_NEON)
    Bytes bytes;
    std::memcpy(&bytes, &quad, sizeof bytes);
    return (Bytes)vcntq_u8((uint8x16_t)bytes);
#else
    quad = quad - (quad >> 1 & 0x55555555U);
    quad = (quad & 0x33333333U) + (quad >> 2 & 0x33333333U);
    quad = (quad + (quad >> 4)) & 0x0F0F0F0FU;
    Bytes bytes;
    std::memcpy(&bytes, &quad, sizeof bytes);
    return bytes;
#endif
  }

  Bytes counts_ = {};
};

}  // namespace partita::games::andantino
