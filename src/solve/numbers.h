#pragma once

#include <algorithm>
#include <cstdint>

namespace partita::solve {

/// A proof or disproof number: how many leaves at least must still be decided.
using Number = std::uint32_t;
inline constexpr Number kInfinite = 1U << 30;
/// The largest of a position that is not decided, and of a tree: as much as a slot of the table has room for.
inline constexpr Number kMostNumber = (1U << 28) - 1;

/// What is known of a position towards the claim "the attacker wins". Proven: {0, kInfinite}; disproven: {kInfinite,
/// 0}.
struct Numbers {
  Number proof = 1;
  Number disproof = 1;

  bool is_proven() const { return proof == 0; }
  bool is_disproven() const { return disproof == 0; }
  bool is_decided() const { return is_proven() || is_disproven(); }
  friend bool operator==(const Numbers&, const Numbers&) = default;
};

inline constexpr Numbers kProven{0, kInfinite};
inline constexpr Numbers kDisproven{kInfinite, 0};

/// Sums end at kMostNumber: kInfinite is kept for what is decided.
inline Number capped(std::uint64_t sum) { return static_cast<Number>(std::min<std::uint64_t>(sum, kMostNumber)); }

}  // namespace partita::solve
