#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::base {

/// As place_among(), by two products of 64 bits: for counts of 32.
constexpr std::uint32_t place_among_few(std::uint64_t number, std::uint32_t count) {
  const std::uint64_t high = (number >> 32) * count;
  const std::uint64_t low = (number & 0xFFFFFFFF) * count;
  return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
}

/// Which of `count` equal parts of all 64-bit numbers a number lies in: where a key that is spread evenly has its
/// place.
constexpr std::size_t place_among(std::uint64_t number, std::size_t count) {
  // WebAssembly, where sizes have 32 bits, has no product of 128: its compiler calls a function for each.
  if constexpr (sizeof(std::size_t) == sizeof(std::uint32_t)) {
    return place_among_few(number, static_cast<std::uint32_t>(count));
  } else {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Product>(number) * count) >> 64);
  }
}

}  // namespace partita::base
