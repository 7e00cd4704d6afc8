#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/open_rows.h"
#include "games/andantino/weights.h"

namespace partita::games::andantino {

/// A window as a number in base three without its middle, a digit a place: own stones count one, what blocks them two.
inline constexpr std::size_t kTernaryWindows = 6561;
inline constexpr std::array<std::uint16_t, kWindowMask + 1> kTernary = [] {
  std::array<std::uint16_t, kWindowMask + 1> table{};
  for (Window window = 0; window <= kWindowMask; ++window) {
    unsigned power = 1;
    for (int place = 0; place <= 2 * kReach; ++place) {
      if (place == kReach) continue;
      if (((window >> place) & 1U) != 0) table[window] = static_cast<std::uint16_t>(table[window] + power);
      power *= 3;
    }
  }
  return table;
}();

using WindowValues = std::array<std::int16_t, kTernaryWindows>;

/// What a stone in the middle adds to its own colour: open rows of five through it, and pairs.
extern const WindowValues kStoneGains;
/// What an enemy stone in the middle takes from a colour: the rows it closes.
extern const WindowValues kStoneLosses;

/// What a stone of this colour on this empty cell changes in rows and pairs, for its colour.
inline int line_gain(const Position& pos, Colour colour, Cell cell) {
  const auto own = pos.stones(colour).windows(cell);
  const auto enemy = pos.stones(other(colour)).windows(cell);
  std::array<unsigned, 3> outside{};
  if (kDistances[cell] + kReach >= pos.side()) {
    const auto inside = Lines::windows(kLineMasks[static_cast<std::size_t>(pos.side())], cell);
    for (std::size_t line = 0; line < 3; ++line) outside[line] = kTernary[~inside[line] & kWindowMask];
  }
  int sum = 0;
  for (std::size_t line = 0; line < 3; ++line) {
    const unsigned mine = kTernary[own[line]];
    const unsigned theirs = kTernary[enemy[line]];
    sum += kStoneGains[mine + 2 * (theirs + outside[line])] + kStoneLosses[theirs + 2 * (mine + outside[line])];
  }
  return sum;
}

/// What the same stone changes in pressed stones: enemies that get their fourth neighbour, less itself if it has four.
inline int press_gain(const Position& pos, Colour colour, Cell cell) {
  const Lines& own = pos.stones(colour);
  const NeighbourBits enemies = neighbour_bits(pos.stones(other(colour)), cell);
  int sum = std::popcount(enemies) >= 4 ? -1 : 0;
  for (NeighbourBits rest = enemies; rest != 0; rest &= rest - 1) {
    const Cell next = step(cell, kBitDistances[static_cast<std::size_t>(std::countr_zero(rest))]);
    if (std::popcount(neighbour_bits(own, next)) == 3) ++sum;
  }
  return sum;
}

}  // namespace partita::games::andantino
