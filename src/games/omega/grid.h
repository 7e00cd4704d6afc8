#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include "games/omega/geometry.h"

namespace partita::games::omega {

/// A set of cells as bits in rows of equal width 2 * side, at row * width + letter, so that a step in one of the six
/// directions is one shift of the whole set. The last column is never used and catches what leaves a row.
template <std::size_t kWords>
struct Grid {
  std::array<std::uint64_t, kWords> words{};

  friend Grid operator&(const Grid& a, const Grid& b) {
    return combined(a, b, [](auto x, auto y) { return x & y; });
  }
  friend Grid operator|(const Grid& a, const Grid& b) {
    return combined(a, b, [](auto x, auto y) { return x | y; });
  }
  /// a without b.
  friend Grid operator-(const Grid& a, const Grid& b) {
    return combined(a, b, [](auto x, auto y) { return x & ~y; });
  }

  void add(std::size_t bit) { words[bit / 64] |= std::uint64_t{1} << (bit % 64); }
  void remove(std::size_t bit) { words[bit / 64] &= ~(std::uint64_t{1} << (bit % 64)); }
  bool has(std::size_t bit) const { return (words[bit / 64] >> (bit % 64) & 1) != 0; }
  /// The same set in fewer words. REQUIRES: the words left out are empty.
  template <std::size_t kFewer>
  Grid<kFewer> narrowed() const {
    Grid<kFewer> result;
    std::copy_n(words.begin(), kFewer, result.words.begin());
    return result;
  }

  int count() const {
#if defined(__ARM_NEON) && defined(__aarch64__)
    // Bits are counted in vector registers there: all words are brought together before the sum is taken out.
    static_assert(kWords <= 31, "a byte holds the sum of eight bits of every word");
    uint8x8_t bytes = vcnt_u8(vcreate_u8(words[0]));
    for (std::size_t i = 1; i < kWords; ++i) bytes = vadd_u8(bytes, vcnt_u8(vcreate_u8(words[i])));
    return vaddlv_u8(bytes);
#else
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
#endif
  }
  bool is_empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  /// REQUIRES: 0 < bits < 64.
  Grid up(unsigned bits) const {
    Grid result;
    for (std::size_t i = kWords; i-- > 0;) {
      result.words[i] = words[i] << bits | (i > 0 ? words[i - 1] >> (64 - bits) : 0);
    }
    return result;
  }
  Grid down(unsigned bits) const {
    Grid result;
    for (std::size_t i = 0; i < kWords; ++i) {
      result.words[i] = words[i] >> bits | (i + 1 < kWords ? words[i + 1] << (64 - bits) : 0);
    }
    return result;
  }
  /// Which cells have a member of this set as neighbour in each of the six directions, in circular order.
  std::array<Grid, 6> neighbours(unsigned width) const {
    return {down(1), up(width), up(width + 1), up(1), down(width), down(width + 1)};
  }
  Grid beside(unsigned width) const {
    // Both steps to the row above are one step there from the cell or from the next one, and so below.
    const Grid next = up(1);
    const Grid before = down(1);
    return next | before | (*this | next).up(width) | (*this | before).down(width);
  }
  /// Calls visit(bit number).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < kWords; ++i) {
      for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1) {
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  template <class Combine>
  static Grid combined(const Grid& a, const Grid& b, Combine&& combine) {
    Grid result;
    for (std::size_t i = 0; i < kWords; ++i) result.words[i] = combine(a.words[i], b.words[i]);
    return result;
  }
};

/// Words that hold the largest board: 19 rows of 20 bits.
inline constexpr std::size_t kGridWords = 6;

/// Which cells the bits of a Grid stand for; kOffBoard for bits beside the board.
struct GridCells {
  unsigned width = 0;
  std::array<std::uint16_t, 64 * kGridWords> cell_of_bit{};
};

/// REQUIRES: kMinSide <= side <= kMaxSide.
const GridCells& grid_cells(int side);

}  // namespace partita::games::omega
