#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/bit_counts.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

/// Per side and line of the grid, the cells of the board on it, for the three layouts of Lines.
using LineMasks = Lines::Layouts;
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

/// Rows of five of four lines at once: bit i of a word stands for the five cells from i on.
struct RowMasks {
  Quad two;
  Quad three;
  Quad four;
};
/// `free` are the cells of the board without enemy stones. Own stones are counted by adding five shifted words bit by
/// bit.
inline RowMasks row_masks(Quad own, Quad free) {
  const Quad free2 = free & free >> 1;
  const Quad open = free2 & free2 >> 2 & free >> 4;
  const Quad b = own >> 1;
  const Quad c = own >> 2;
  const Quad d = own >> 3;
  const Quad e = own >> 4;
  const Quad low = own ^ b ^ c;
  const Quad carry = (own & b) | (c & (own ^ b));
  const Quad ones = low ^ d ^ e;
  const Quad carry2 = (d & e) | (low & (d ^ e));
  const Quad middle = open & (carry ^ carry2);
  return {middle & ~ones, middle & ones, open & carry & carry2 & ~ones};
}

inline OpenRows open_rows(const Lines& own, const Lines& enemy, const LineMasks& board, Span span) {
  BitCount two;
  BitCount three;
  BitCount four;
  BitCount pairs;
  for (std::size_t layout = 0; layout < 3; ++layout) {
    for (unsigned i = span.first; i <= span.last; i += 4) {
      const Quad stones = load_quad(&own.words[layout][i]);
      const Quad free = load_quad(&board[layout][i]) & ~load_quad(&enemy.words[layout][i]);
      const RowMasks rows = row_masks(stones, free);
      two.add(rows.two);
      three.add(rows.three);
      four.add(rows.four);
      pairs.add(stones & stones >> 1);
    }
  }
  return {two.total(), three.total(), four.total(), pairs.total()};
}

/// The empty cells of all open rows with three own stones: rows, columns and diagonals as words of Lines::Layouts, and
/// a bit for each word that has some. Words outside stone_span() are not filled in.
struct CellsOfThrees {
  Lines::Layouts words;
  std::array<std::uint32_t, 3> lines{};
};
inline void find_cells_of_threes(const Position& pos, Colour colour, CellsOfThrees& result) {
  const Lines& own = pos.stones(colour);
  const Lines& enemy = pos.stones(other(colour));
  const LineMasks& board = kLineMasks[static_cast<std::size_t>(pos.side())];
  const Span span = pos.stone_span();
  for (std::size_t layout = 0; layout < 3; ++layout) {
    Quad lines = {};
    Quad bits = Quad{1, 2, 4, 8} << span.first;
    for (unsigned i = span.first; i <= span.last; i += 4, bits <<= 4) {
      const Quad stones = load_quad(&own.words[layout][i]);
      const Quad free = load_quad(&board[layout][i]) & ~load_quad(&enemy.words[layout][i]);
      const Quad threes = row_masks(stones, free).three;
      const Quad two = threes | threes << 1;
      const Quad cells = (two | two << 2 | threes << 4) & ~stones;
      std::memcpy(&result.words[layout][i], &cells, sizeof cells);
      lines |= (Quad)(cells != 0) & bits;
    }
    const auto pairs = pairs_of(lines);
    const std::uint64_t both = pairs[0] | pairs[1];
    result.lines[layout] = static_cast<std::uint32_t>(both | both >> 32);
  }
}

/// Calls visit(row, column) for each of them.
template <class Visit>
void for_each_cell_of_threes(const CellsOfThrees& threes, Visit&& visit) {
  for (std::size_t layout = 0; layout < 3; ++layout) {
    for (std::uint32_t lines = threes.lines[layout]; lines != 0; lines &= lines - 1) {
      const auto line = static_cast<unsigned>(std::countr_zero(lines));
      for (std::uint32_t word = threes.words[layout][line]; word != 0; word &= word - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(word));
        visit(layout == 0 ? line : bit, layout == 0 ? bit : layout == 1 ? line : line + kCentreIndex - bit);
      }
    }
  }
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
