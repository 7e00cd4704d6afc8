#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/bit_counts.h"
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

/// All rows of four lines at once: bit i of a word stands for the five cells from i on, and own stones are counted by
/// adding five shifted words bit by bit.
inline OpenRows open_rows(const Lines& own, const Lines& enemy, const LineMasks& board, Span span) {
  BitCount two;
  BitCount three;
  BitCount four;
  BitCount pairs;
  for (std::size_t layout = 0; layout < 3; ++layout) {
    for (unsigned i = span.first; i <= span.last; i += 4) {
      const Quad a = load_quad(&own.words[layout][i]);
      const Quad free = load_quad(&board[layout][i]) & ~load_quad(&enemy.words[layout][i]);
      const Quad free2 = free & free >> 1;
      const Quad open = free2 & free2 >> 2 & free >> 4;
      const Quad b = a >> 1;
      const Quad c = a >> 2;
      const Quad d = a >> 3;
      const Quad e = a >> 4;
      const Quad low = a ^ b ^ c;
      const Quad carry = (a & b) | (c & (a ^ b));
      const Quad ones = low ^ d ^ e;
      const Quad carry2 = (d & e) | (low & (d ^ e));
      two.add(open & (carry ^ carry2) & ~ones);
      three.add(open & (carry ^ carry2) & ones);
      four.add(open & carry & carry2 & ~ones);
      pairs.add(a & b);
    }
  }
  return {two.total(), three.total(), four.total(), pairs.total()};
}

/// Enemy stones with four or more own stones around them.
inline int pressed_stones(const Lines& own, const Lines& enemy, Span span) {
  BitCount pressed;
  for (unsigned row = span.first; row <= span.last; row += 4) {
    const Quad above = load_quad(&own.words[0][row - 1]);
    const Quad beside = load_quad(&own.words[0][row]);
    const Quad below = load_quad(&own.words[0][row + 1]);
    const Quad low1 = above ^ above >> 1 ^ beside << 1;
    const Quad high1 = (above & above >> 1) | (beside << 1 & (above ^ above >> 1));
    const Quad low2 = below ^ below << 1 ^ beside >> 1;
    const Quad high2 = (below & below << 1) | (beside >> 1 & (below ^ below << 1));
    // Both halves have two or three, or one has three and the other one: four stones or more.
    const Quad four = (high1 & high2) | (high1 & low1 & low2) | (high2 & low2 & low1);
    pressed.add(four & load_quad(&enemy.words[0][row]));
  }
  return pressed.total();
}

}  // namespace partita::games::andantino
