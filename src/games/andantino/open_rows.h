#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/andantino/position.h"

namespace partita::games::andantino {

/// Per side and line of the grid, the cells of the board on it, for the three layouts of Lines.
using LineMasks = std::array<std::array<std::uint32_t, kGridRows>, 3>;
inline constexpr std::array<LineMasks, kMaxSide + 1> kLineMasks = [] {
  std::array<LineMasks, kMaxSide + 1> masks{};
  for (int side = kMinSide; side <= kMaxSide; ++side) {
    Lines lines;
    for_each_cell(side, [&](Cell cell) { lines.toggle(cell); });
    masks[static_cast<std::size_t>(side)] = lines.words;
  }
  return masks;
}();

/// Rows of five cells without enemy stones by own stones in them, and neighbouring pairs, of one colour.
struct OpenRows {
  int two = 0;
  int three = 0;
  int four = 0;
  int pairs = 0;
};

/// All rows of all lines at once: bit i of a word stands for the five cells from i on, and own stones are counted by
/// adding five shifted words bit by bit.
inline OpenRows open_rows(const Lines& own, const Lines& enemy, const LineMasks& board, Span span) {
  std::uint32_t two = 0;
  std::uint32_t three = 0;
  std::uint32_t four = 0;
  std::uint32_t pairs = 0;
  const auto count = [](std::uint32_t word) { return static_cast<std::uint32_t>(std::popcount(word)); };
  for (std::size_t layout = 0; layout < 3; ++layout) {
    for (unsigned i = span.first; i <= span.last; ++i) {
      const std::uint32_t a = own.words[layout][i];
      const std::uint32_t free = board[layout][i] & ~enemy.words[layout][i];
      const std::uint32_t free2 = free & free >> 1;
      const std::uint32_t open = free2 & free2 >> 2 & free >> 4;
      const std::uint32_t b = a >> 1;
      const std::uint32_t c = a >> 2;
      const std::uint32_t d = a >> 3;
      const std::uint32_t e = a >> 4;
      const std::uint32_t low = a ^ b ^ c;
      const std::uint32_t carry = (a & b) | (c & (a ^ b));
      const std::uint32_t ones = low ^ d ^ e;
      const std::uint32_t carry2 = (d & e) | (low & (d ^ e));
      two += count(open & (carry ^ carry2) & ~ones);
      three += count(open & (carry ^ carry2) & ones);
      four += count(open & carry & carry2 & ~ones);
      pairs += count(a & b);
    }
  }
  return {static_cast<int>(two), static_cast<int>(three), static_cast<int>(four), static_cast<int>(pairs)};
}

/// Enemy stones with four or more own stones around them.
inline int pressed_stones(const Lines& own, const Lines& enemy, Span span) {
  std::uint32_t pressed = 0;
  for (unsigned row = span.first; row <= span.last; ++row) {
    const std::uint32_t a = own.row(row - 1);
    const std::uint32_t b = own.row(row - 1) >> 1;
    const std::uint32_t c = own.row(row) << 1;
    const std::uint32_t d = own.row(row) >> 1;
    const std::uint32_t e = own.row(row + 1);
    const std::uint32_t f = own.row(row + 1) << 1;
    const std::uint32_t low1 = a ^ b ^ c;
    const std::uint32_t high1 = (a & b) | (c & (a ^ b));
    const std::uint32_t low2 = d ^ e ^ f;
    const std::uint32_t high2 = (d & e) | (f & (d ^ e));
    // Both halves have two or three, or one has three and the other one: four stones or more.
    const std::uint32_t four = (high1 & high2) | (high1 & low1 & low2) | (high2 & low2 & low1);
    pressed += static_cast<std::uint32_t>(std::popcount(four & enemy.row(row)));
  }
  return static_cast<int>(pressed);
}

}  // namespace partita::games::andantino
