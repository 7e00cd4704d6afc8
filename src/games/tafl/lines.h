#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/tafl/cells.h"

/// Tables of the grid: single cells, neighbours, and how far a rook gets along a line. Made at compile time.
namespace partita::games::tafl {

/// One rank or one file as bits, the first square lowest.
using Line = std::uint16_t;
inline constexpr int kLineMask = (1 << kStride) - 1;

/// Steps from a square in the four directions north, east, south, west.
struct Step {
  Square near = kNoSquare;
  Square far = kNoSquare;
};

/// What a move needs to know of a square, in one cache line.
struct alignas(64) Place {
  Cells cell = 0;    ///< the set of this square
  Cells column = 0;  ///< the same in a set whose ranks are files
  Cells beside = 0;
};

struct GridTables {
  std::array<Place, 128> places{};
  std::array<std::array<Step, 4>, 128> steps{};
  std::array<std::uint8_t, 128> file{};
  std::array<std::uint8_t, 128> rank{};
};

inline constexpr std::array<int, 4> kFileSteps = {0, 1, 0, -1};
inline constexpr std::array<int, 4> kRankSteps = {1, 0, -1, 0};

constexpr Square square_or_nowhere(int file, int rank) {
  const bool is_on_grid = file >= 0 && file < kStride && rank >= 0 && rank < kStride;
  return is_on_grid ? square_at(file, rank) : kNoSquare;
}

inline constexpr GridTables kGridTables = [] {
  GridTables t;
  // GCC 12 forgets the default member initialisers of Step in a constant: every step is written out.
  for (auto& steps : t.steps) steps.fill({kNoSquare, kNoSquare});
  for (int rank = 0; rank < kStride; ++rank) {
    for (int file = 0; file < kStride; ++file) {
      const auto square = square_at(file, rank);
      t.places[square] = {one_cell(square), one_cell(square_at(rank, file)), beside(one_cell(square))};
      t.file[square] = static_cast<std::uint8_t>(file);
      t.rank[square] = static_cast<std::uint8_t>(rank);
      for (std::size_t d = 0; d < 4; ++d) {
        const int df = kFileSteps[d];
        const int dr = kRankSteps[d];
        t.steps[square][d] = {square_or_nowhere(file + df, rank + dr), square_or_nowhere(file + 2 * df, rank + 2 * dr)};
      }
    }
  }
  return t;
}();

/// The set of one square; empty for kNoSquare.
inline Cells cell_of(Square square) { return kGridTables.places[square].cell; }
inline Cells column_cell_of(Square square) { return kGridTables.places[square].column; }
inline Cells beside_square(Square square) { return kGridTables.places[square].beside; }

/// reach[place][blockers]: the free places a rook on `place` slides to along a line with these blockers.
using ReachTable = std::array<std::array<Line, 1 << kStride>, kStride>;
extern const ReachTable kReach;

/// The blockers on the rank of a square, given a set by ranks; on its file, given a set whose ranks are files.
inline unsigned line_at(Cells cells, int index) {
  return static_cast<unsigned>(right_by(cells, static_cast<unsigned>(kStride * index))) & kLineMask;
}

/// The squares of the first file from rank `low` to rank `high`.
inline constexpr std::array<std::array<Cells, kStride>, kStride> kFileRuns = [] {
  std::array<std::array<Cells, kStride>, kStride> runs{};
  for (std::size_t low = 0; low < kStride; ++low) {
    for (std::size_t high = low; high < kStride; ++high) {
      for (std::size_t rank = low; rank <= high; ++rank) runs[low][high] |= one_cell(static_cast<int>(kStride * rank));
    }
  }
  return runs;
}();

/// All squares a rook on `square` slides to; `columns` is `blockers` with ranks and files exchanged.
inline Cells rook_reach(Square square, Cells blockers, Cells columns) {
  const unsigned file = kGridTables.file[square];
  const unsigned rank = kGridTables.rank[square];
  const Cells along_rank =
      left_by(kReach[file][line_at(blockers, static_cast<int>(rank))], static_cast<unsigned>(kStride) * rank);
  const unsigned along_file = kReach[rank][line_at(columns, static_cast<int>(file))] | 1U << rank;
  const Cells run = kFileRuns[static_cast<std::size_t>(std::countr_zero(along_file))]
                             [static_cast<std::size_t>(std::bit_width(along_file)) - 1];
  return (along_rank | left_by(run, file)) & ~cell_of(square);
}

/// The set with ranks and files exchanged.
Cells transposed(Cells cells);

/// The squares strictly between two squares of one line.
Cells between(Square a, Square b);

}  // namespace partita::games::tafl
