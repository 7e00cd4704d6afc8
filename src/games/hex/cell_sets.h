#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>

namespace partita::games::hex {

/// Cells of a board of at most 64, a bit each.
using CellSet = std::uint64_t;
constexpr CellSet one_cell(int cell) { return CellSet{1} << static_cast<unsigned>(cell); }

/// Cells of any board: the same with more words.
struct WideCellSet {
  static constexpr std::size_t kWords = 4;
  std::array<std::uint64_t, kWords> words{};

  friend constexpr bool operator==(const WideCellSet&, const WideCellSet&) = default;
  friend constexpr WideCellSet operator&(WideCellSet a, const WideCellSet& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend constexpr WideCellSet operator|(WideCellSet a, const WideCellSet& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] |= b.words[i];
    return a;
  }
  constexpr WideCellSet operator~() const {
    WideCellSet result;
    for (std::size_t i = 0; i < kWords; ++i) result.words[i] = ~words[i];
    return result;
  }
  constexpr WideCellSet& operator|=(const WideCellSet& other) { return *this = *this | other; }
  constexpr WideCellSet& operator&=(const WideCellSet& other) { return *this = *this & other; }
};

/// What the search for connections asks of either kind.
template <class Cells>
constexpr Cells single_cell(int cell) {
  if constexpr (std::same_as<Cells, CellSet>) {
    return one_cell(cell);
  } else {
    Cells cells;
    cells.words[static_cast<std::size_t>(cell) / 64] = std::uint64_t{1} << (static_cast<unsigned>(cell) % 64);
    return cells;
  }
}
constexpr bool is_empty(CellSet cells) { return cells == 0; }
constexpr bool is_empty(const WideCellSet& cells) {
  std::uint64_t any = 0;
  for (const std::uint64_t word : cells.words) any |= word;
  return any == 0;
}
constexpr int count_cells(CellSet cells) { return std::popcount(cells); }
constexpr int count_cells(const WideCellSet& cells) {
  int count = 0;
  for (const std::uint64_t word : cells.words) count += std::popcount(word);
  return count;
}
template <class Visit>
void for_each_cell(CellSet cells, Visit&& visit) {
  for (; cells != 0; cells &= cells - 1) visit(std::countr_zero(cells));
}
template <class Visit>
void for_each_cell(const WideCellSet& cells, Visit&& visit) {
  for (std::size_t i = 0; i < WideCellSet::kWords; ++i) {
    for (std::uint64_t word = cells.words[i]; word != 0; word &= word - 1)
      visit(static_cast<int>(64 * i) + std::countr_zero(word));
  }
}

}  // namespace partita::games::hex
