#pragma once

#include <array>
#include <cstdint>

#include "board/hex.h"

namespace partita::games::omega {

inline constexpr int kMinSide = 2;
inline constexpr int kMaxSide = 10;
inline constexpr int kMaxCells = board::hex_cell_count(kMaxSide);
/// Stands for every place off the board, so that neighbour lists need no lengths.
inline constexpr std::uint16_t kOffBoard = kMaxCells;

/// Where the cells of one board lie and touch. Cells are numbered row by row, left to right, from 0. One table per side,
/// made on first use and shared by all positions; read only.
struct Geometry {
  /// Six neighbours, kOffBoard where there is none; two places of padding make the row 16 bytes.
  using Neighbours = std::array<std::uint16_t, 8>;

  int side = 0;
  int cells = 0;
  std::array<Neighbours, kMaxCells> neighbours{};
  std::array<board::Hex, kMaxCells> hex{};
  std::array<std::array<std::uint16_t, kMaxCells>, 12> images{};  ///< by symmetry, as in board::hex_image

  /// REQUIRES: the cell is on the board.
  int cell_at(board::Hex hex) const;
};

/// REQUIRES: kMinSide <= side <= kMaxSide.
const Geometry& geometry(int side);

}  // namespace partita::games::omega
