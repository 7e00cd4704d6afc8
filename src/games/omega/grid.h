#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/omega/geometry.h"

namespace partita::games::omega {

/// A set of cells as bits in rows of equal width 2 * side, at row * width + letter, so that a step in one of the six
/// directions is one shift of the whole set. The last column is never used and catches what leaves a row.
template <std::size_t kWords>
struct Grid {
  std::array<std::uint64_t, kWords> words{};

  friend Grid operator&(const Grid& a, const Grid& b) { return combined(a, b, [](auto x, auto y) { return x & y; }); }
  friend Grid operator|(const Grid& a, const Grid& b) { return combined(a, b, [](auto x, auto y) { return x | y; }); }
  /// a without b.
  friend Grid operator-(const Grid& a, const Grid& b) { return combined(a, b, [](auto x, auto y) { return x & ~y; }); }

  int count() const {
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
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
    const auto around = neighbours(width);
    return around[0] | around[1] | around[2] | around[3] | around[4] | around[5];
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

/// Where the rows of a board lie in a CellSet and in a Grid.
struct GridRows {
  struct Row {
    std::uint16_t first_cell = 0;
    std::uint16_t first_bit = 0;
    std::uint32_t mask = 0;       ///< as many bits as the row has cells
  };
  unsigned width = 0;
  std::size_t count = 0;
  std::array<Row, 2 * kMaxSide - 1> rows{};
  std::array<std::uint16_t, 64 * 6> cell_of_bit{};

  template <std::size_t kWords>
  Grid<kWords> grid_of(const CellSet& set) const {
    Grid<kWords> grid;
    for (std::size_t i = 0; i < count; ++i) {
      const Row& row = rows[i];
      // A row has at most 19 cells: with the 7 bits before it, it always lies in one window.
      const std::size_t byte = std::min<std::size_t>(row.first_cell / 8, 8 * (CellSet::kWords - 1));
      const std::uint64_t bits = set.window(byte) >> (row.first_cell - 8 * byte) & row.mask;
      const std::size_t word = row.first_bit / 64;
      const unsigned shift = row.first_bit % 64;
      grid.words[word] |= bits << shift;
      if (shift > 44 && word + 1 < kWords) grid.words[word + 1] |= bits >> (64 - shift);
    }
    return grid;
  }
};

/// REQUIRES: kMinSide <= side <= kMaxSide.
const GridRows& grid_rows(int side);

}  // namespace partita::games::omega
