#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "games/omega/geometry.h"

namespace partita::games::omega {

/// An exact score or a sum of scores: side 10 passes 64 bits. __extension__ keeps -Wpedantic quiet about a type that
/// both of our compilers have.
__extension__ using Exact = unsigned __int128;
__extension__ using SignedExact = __int128;

/// Decimal text.
std::string write_exact(Exact value);
std::string write_signed(SignedExact value);

/// Logarithm of a group's size in units of 1/kLogUnit of a doubling: an integer, so that sums can be taken back
/// exactly.
inline constexpr int kLogUnit = 1 << 16;
extern const std::array<std::int32_t, kMaxCells + 1> kLogOfSize;

}  // namespace partita::games::omega
