#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "board/hex.h"

namespace partita::games::omega {

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 10;
inline constexpr int kMaxCells = board::hex_cell_count(kMaxSide);
/// Stands for every place off the board, so that neighbour lists need no lengths.
inline constexpr std::uint16_t kOffBoard = kMaxCells;

/// A set of cells as bits in cell order.
class CellSet {
 public:
  static constexpr int kWords = (kMaxCells + 63) / 64;

  void add(std::size_t cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void remove(std::size_t cell) { words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
  bool has(std::size_t cell) const { return (words_[cell >> 6] >> (cell & 63) & 1) != 0; }
  /// The 64 bits that begin at cell 8 * byte. REQUIRES: byte + 8 <= 8 * kWords.
  std::uint64_t window(std::size_t byte) const {
    static_assert(std::endian::native == std::endian::little, "windows are read as bytes");
    std::uint64_t bits;
    std::memcpy(&bits, reinterpret_cast<const unsigned char*>(words_.data()) + byte, sizeof bits);
    return bits;
  }
  /// Calls visit(cell) in cell order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (int word = 0; word < kWords; ++word) {
      for (std::uint64_t bits = words_[static_cast<std::size_t>(word)]; bits != 0; bits &= bits - 1) {
        visit(word * 64 + std::countr_zero(bits));
      }
    }
  }
  friend bool operator==(const CellSet&, const CellSet&) = default;

 private:
  std::array<std::uint64_t, kWords> words_{};
};

/// Where the cells of one board lie and touch. Cells are numbered row by row, left to right, from 0. One table per
/// side, made on first use and shared by all positions; read only.
struct Geometry {
  /// Six neighbours, kOffBoard where there is none; two places of padding make the row 16 bytes.
  using Neighbours = std::array<std::uint16_t, 8>;

  int side = 0;
  int cells = 0;
  std::array<Neighbours, kMaxCells> neighbours{};
  /// The same neighbours as bits of CellSet::window(first_byte): they lie less than 64 cells apart on every board.
  struct Ring {
    std::uint64_t mask = 0;
    std::uint32_t first_byte = 0;
    // Window positions of the western cell of the pair above, of the western neighbour, and of the pair below.
    std::uint8_t above = 0;
    std::uint8_t beside = 0;
    std::uint8_t below = 0;

    /// Which of the six belong to `bits` (a window under mask): 2 bits above, west and east at bits 2 and 4, 2 below
    /// at 5.
    unsigned pattern(std::uint64_t bits) const {
      return static_cast<unsigned>((std::rotr(bits, above) & 3) | (std::rotr(bits, beside) & 5) << 2 |
                                   (std::rotr(bits, below) & 3) << 5);
    }
  };
  static constexpr std::size_t kPatterns = 128;
  /// How many runs of neighbouring cells a pattern has around its cell: stones of one run are one group.
  struct Runs {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 3> first{};  ///< a direction of each
  };
  static const std::array<Runs, kPatterns> kRuns;

  std::array<Ring, kMaxCells> rings{};
  std::array<std::uint16_t, kMaxCells> grid_bit{};  ///< where a cell lies in a Grid (grid.h)
  std::array<board::Hex, kMaxCells> hex{};
  std::array<std::array<std::uint16_t, kMaxCells>, 12> images{};  ///< by symmetry, as in board::hex_image

  /// REQUIRES: the cell is on the board.
  int cell_at(board::Hex hex) const;
};

/// REQUIRES: kMinSide <= side <= kMaxSide.
const Geometry& geometry(int side);

}  // namespace partita::games::omega
