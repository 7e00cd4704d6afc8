#pragma once

#include <array>
#include <cstdint>

#include "games/andantino/cells.h"

namespace partita::games::andantino {

/// The three straight lines through a cell: along the row, along q (r changes) and along the diagonal q + r.
inline constexpr std::array<int, 3> kLineSteps = {1, kStride, kStride - 1};
inline constexpr std::array<board::Hex, 3> kLineDirections = {{{1, 0}, {0, 1}, {-1, 1}}};

/// How far a run of five through a stone can reach, and the width of the window that sees all of it.
inline constexpr int kReach = 4;
inline constexpr std::uint32_t kWindowMask = (1U << (2 * kReach + 1)) - 1;

/// Part of one line around a cell: bit 4 is the cell itself, bit 4 + k the cell k steps along kLineSteps.
using Window = std::uint32_t;

/// One colour's stones in three layouts, so that every line through a cell lies in one word.
struct Lines {
  using Layouts = std::array<std::array<std::uint32_t, kGridRows>, 3>;
  Layouts words{};

  static constexpr unsigned diagonal_of(Cell cell) { return row_of(cell) + column_of(cell) - kCentreIndex; }

  constexpr bool has(Cell cell) const { return (words[0][row_of(cell)] & bit_of(cell)) != 0; }
  constexpr std::uint32_t row(unsigned index) const { return words[0][index]; }
  /// Adds or takes away a stone; returns the windows as they were before.
  [[gnu::always_inline]] constexpr std::array<Window, 3> toggle(Cell cell) {
    const unsigned row = row_of(cell);
    const unsigned column = column_of(cell);
    std::uint32_t& along = words[0][row];
    std::uint32_t& down = words[1][column];
    std::uint32_t& across = words[2][diagonal_of(cell)];
    const std::array<std::uint32_t, 3> before = {along, down, across};
    along = before[0] ^ 1U << column;
    down = before[1] ^ 1U << row;
    across = before[2] ^ 1U << row;
    return {cut(before[0], column), cut(before[1], row), cut(before[2], row)};
  }
  /// The windows of the three lines through the cell.
  constexpr std::array<Window, 3> windows(Cell cell) const { return windows(words, cell); }
  [[gnu::always_inline]] static constexpr std::array<Window, 3> windows(const Layouts& words, Cell cell) {
    const unsigned row = row_of(cell);
    const unsigned column = column_of(cell);
    return {cut(words[0][row], column), cut(words[1][column], row), cut(words[2][diagonal_of(cell)], row)};
  }
  friend constexpr bool operator==(const Lines&, const Lines&) = default;

 private:
  static constexpr Window cut(std::uint32_t word, unsigned bit) {
    return static_cast<Window>((static_cast<std::uint64_t>(word) << kReach) >> bit) & kWindowMask;
  }
};

/// Whether five or more of the stones stand in a row anywhere.
constexpr bool has_five(const Lines& lines) {
  for (const auto& layout : lines.words) {
    for (const std::uint32_t word : layout) {
      if ((word & word >> 1 & word >> 2 & word >> 3 & word >> 4) != 0) return true;
    }
  }
  return false;
}

/// Whether the stones of a window make a run of five or more that holds both bit 4 and bit `other`.
constexpr bool has_five_through(Window window, int other) {
  for (int start = 0; start <= kReach; ++start) {
    const Window run = 0x1FU << start;
    if ((window & run) == run && ((run >> other) & 1U) != 0) return true;
  }
  return false;
}

/// By window with its middle stone set: the empty places where one more stone completes a five through the middle.
inline constexpr std::array<std::uint16_t, kWindowMask + 1> kFiveCompletions = [] {
  std::array<std::uint16_t, kWindowMask + 1> table{};
  for (Window window = 0; window <= kWindowMask; ++window) {
    const Window stones = window | 1U << kReach;
    for (int place = 0; place <= 2 * kReach; ++place) {
      const bool is_empty = ((stones >> place) & 1U) == 0;
      if (is_empty && has_five_through(stones | 1U << place, place)) {
        table[window] = static_cast<std::uint16_t>(table[window] | 1U << place);
      }
    }
  }
  return table;
}();

/// The empty cells where one stone of a colour makes five or more in a row, legal or not, and how many they are. Kept
/// up to date by Position: a new stone completes a five exactly if it was played on one of these.
struct FiveCells {
  CellSet cells;
  std::uint32_t count = 0;
  std::uint32_t rows = 0;  ///< a bit for each row that has some

  void add(Cell cell) {
    cells.add(cell);
    ++count;
    rows |= 1U << row_of(cell);
  }
  void remove(Cell cell) {
    cells.remove(cell);
    --count;
    if (cells.rows[row_of(cell)] == 0) rows ^= 1U << row_of(cell);
  }
  friend constexpr bool operator==(const FiveCells&, const FiveCells&) = default;
};

/// What a stone added to FiveCells: per line a window of places, so that it can be taken back.
using AddedFives = std::array<std::uint16_t, 3>;

/// REQUIRES: `completions` are kFiveCompletions of the new stone's windows. Calls on_new(cell) for those really new.
template <class OnNew>
AddedFives add_five_cells(FiveCells& five, const CellSet& empty, Cell stone, const AddedFives& completions,
                          OnNew&& on_new) {
  AddedFives added{};
  for (std::size_t line = 0; line < added.size(); ++line) {
    for (std::uint32_t places = completions[line]; places != 0; places &= places - 1) {
      const int place = std::countr_zero(places);
      const Cell cell = step(stone, (place - kReach) * kLineSteps[line]);
      if (!empty.has(cell) || five.cells.has(cell)) continue;
      five.add(cell);
      on_new(cell);
      added[line] = static_cast<std::uint16_t>(added[line] | 1U << place);
    }
  }
  return added;
}

template <class OnOld>
void remove_five_cells(FiveCells& five, Cell stone, const AddedFives& added, OnOld&& on_old) {
  for (std::size_t line = 0; line < added.size(); ++line) {
    for (std::uint32_t places = added[line]; places != 0; places &= places - 1) {
      const Cell cell = step(stone, (std::countr_zero(places) - kReach) * kLineSteps[line]);
      five.remove(cell);
      on_old(cell);
    }
  }
}

}  // namespace partita::games::andantino
