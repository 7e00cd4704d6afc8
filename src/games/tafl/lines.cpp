#include "games/tafl/lines.h"

namespace partita::games::tafl {

namespace {

constexpr Line slide(int place, unsigned blockers) {
  unsigned reached = 0;
  for (int i = place + 1; i < kStride && (blockers >> i & 1) == 0; ++i) reached |= 1U << i;
  for (int i = place - 1; i >= 0 && (blockers >> i & 1) == 0; --i) reached |= 1U << i;
  return static_cast<Line>(reached);
}

ReachTable make_reach() {
  ReachTable table{};
  for (int place = 0; place < kStride; ++place) {
    for (unsigned blockers = 0; blockers < (1U << kStride); ++blockers) {
      table[static_cast<std::size_t>(place)][blockers] = slide(place, blockers);
    }
  }
  return table;
}

}  // namespace

const ReachTable kReach = make_reach();

Cells transposed(Cells cells) {
  Cells result = 0;
  for_each_cell(cells, [&](Square square) { result |= column_cell_of(square); });
  return result;
}

Cells between(Square a, Square b) {
  const int step_file = (file_of(b) > file_of(a)) - (file_of(b) < file_of(a));
  const int step_rank = (rank_of(b) > rank_of(a)) - (rank_of(b) < rank_of(a));
  if (step_file != 0 && step_rank != 0) return 0;
  Cells cells = 0;
  for (int square = a + step_file + kStride * step_rank; square != b; square += step_file + kStride * step_rank) {
    cells |= one_cell(square);
  }
  return cells;
}

}  // namespace partita::games::tafl
