#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#if defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// Squares and sets of squares. Every board, 7x7 to 11x11, lies in the south-west corner of one 11x11 grid, so that all
/// tables are shared; what is outside the board is a wall.
namespace partita::games::tafl {

__extension__ using Cells = unsigned __int128;

/// rank * kStride + file, both from 0: a1 is 0, b1 is 1, a2 is 11.
using Square = std::uint8_t;

inline constexpr int kStride = 11;
inline constexpr int kSquares = kStride * kStride;
/// Nowhere: the place of a king that was taken, the neighbour beyond the edge. Its bit is never set in any set.
inline constexpr Square kNoSquare = 127;

constexpr int rank_of(Square square) { return square / kStride; }
constexpr int file_of(Square square) { return square % kStride; }
constexpr Square square_at(int file, int rank) { return static_cast<Square>(rank * kStride + file); }

constexpr Cells one_cell(int square) { return static_cast<Cells>(1) << square; }

// Shifts by what is only known while running. WebAssembly has no registers of 128 bits, and its compiler calls a
// function for each: there the two words are shifted in place. REQUIRES: by < 128.
#if defined(__wasm__)
constexpr Cells of_words(std::uint64_t high, std::uint64_t low) { return static_cast<Cells>(high) << 64 | low; }
constexpr Cells left_by(Cells cells, unsigned by) {
  const auto low = static_cast<std::uint64_t>(cells);
  const auto high = static_cast<std::uint64_t>(cells >> 64);
  const unsigned rest = by & 63;
  if ((by & 64) != 0) return of_words(low << rest, 0);
  return of_words(high << rest | (low >> 1 >> (63 - rest)), low << rest);
}
constexpr Cells right_by(Cells cells, unsigned by) {
  const auto low = static_cast<std::uint64_t>(cells);
  const auto high = static_cast<std::uint64_t>(cells >> 64);
  const unsigned rest = by & 63;
  if ((by & 64) != 0) return of_words(0, high >> rest);
  return of_words(high >> rest, low >> rest | (high << 1 << (63 - rest)));
}
#else
constexpr Cells left_by(Cells cells, unsigned by) { return cells << by; }
constexpr Cells right_by(Cells cells, unsigned by) { return cells >> by; }
#endif

constexpr bool has(Cells cells, Square square) {
  const auto word = static_cast<std::uint64_t>((square & 64) != 0 ? cells >> 64 : cells);
  return (word >> (square & 63) & 1) != 0;
}
constexpr int count(Cells cells) {
#if defined(__ARM_NEON)
  // Bits are counted in vector registers there: both words at once cost no more than one.
  if (!std::is_constant_evaluated()) {
    const uint64x2_t words = {static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(cells >> 64)};
    return vaddvq_u8(vcntq_u8(vreinterpretq_u8_u64(words)));
  }
#endif
  return std::popcount(static_cast<std::uint64_t>(cells)) + std::popcount(static_cast<std::uint64_t>(cells >> 64));
}
/// REQUIRES: cells != 0.
constexpr Square first_of(Cells cells) {
  const auto low = static_cast<std::uint64_t>(cells);
  return static_cast<Square>(low != 0 ? std::countr_zero(low)
                                      : 64 + std::countr_zero(static_cast<std::uint64_t>(cells >> 64)));
}
/// REQUIRES: cells != 0.
constexpr Square last_of(Cells cells) {
  const auto high = static_cast<std::uint64_t>(cells >> 64);
  return static_cast<Square>(high != 0 ? 127 - std::countl_zero(high)
                                       : 63 - std::countl_zero(static_cast<std::uint64_t>(cells)));
}

/// Calls visit(square) for every member in board order: rank by rank from the first, files from a.
template <class Visit>
[[gnu::always_inline]] constexpr void for_each_cell(Cells cells, Visit&& visit) {
  for (auto word = static_cast<std::uint64_t>(cells); word != 0; word &= word - 1) {
    visit(static_cast<Square>(std::countr_zero(word)));
  }
  for (auto word = static_cast<std::uint64_t>(cells >> 64); word != 0; word &= word - 1) {
    visit(static_cast<Square>(64 + std::countr_zero(word)));
  }
}

/// The squares of an n x n board.
constexpr Cells board_cells(int size) {
  Cells cells = 0;
  for (int rank = 0; rank < size; ++rank) {
    for (int file = 0; file < size; ++file) cells |= one_cell(square_at(file, rank));
  }
  return cells;
}

inline constexpr Cells kFirstFile = [] {
  Cells cells = 0;
  for (int rank = 0; rank < kStride; ++rank) cells |= one_cell(square_at(0, rank));
  return cells;
}();
inline constexpr Cells kLastFile = kFirstFile << (kStride - 1);
inline constexpr Cells kGrid = board_cells(kStride);

// Every member moved one step; members at the grid's rim fall off. Callers keep to the board by masking.
constexpr Cells north(Cells cells) { return cells << kStride & kGrid; }
constexpr Cells south(Cells cells) { return cells >> kStride; }
constexpr Cells east(Cells cells) { return (cells & ~kLastFile) << 1; }
constexpr Cells west(Cells cells) { return (cells & ~kFirstFile) >> 1; }
constexpr Cells beside(Cells cells) { return north(cells) | south(cells) | east(cells) | west(cells); }

}  // namespace partita::games::tafl
