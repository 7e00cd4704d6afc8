#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/omega/grid.h"
#include "games/omega/position.h"

namespace partita::games::omega {

/// What one cell with several groups of a colour around it means.
struct Join {
  std::uint16_t bit = 0;      ///< in a Grid
  bool is_one_group = false;  ///< the runs belong together: the stone would only extend a group
  std::int32_t loss = 0;      ///< otherwise, what the merge costs
};

/// REQUIRES: the cell of `bit` has no stone of the colour.
Join join_at(const Position& pos, const GridCells& board, int colour, std::size_t bit);

/// What the evaluation needs of one colour's stones, whatever stands on the other cells. In a search a few sets of
/// stones of each colour meet in very many positions, so shapes are worth remembering.
template <std::size_t kWords>
struct StoneShape {
  using Cells = Grid<kWords>;
  static constexpr std::size_t kMostJoins = 40;

  game::Key key = 0;
  Cells touched;    ///< cells with a stone beside them
  Cells between;    ///< cells with two runs of stones or more around them
  Cells extending;  ///< those of them where the runs belong together: a stone would only extend a group
  Cells lone;       ///< stones without a stone beside them
  Cells paired;     ///< stones of groups of two
  int lone_count = 0;
  int pair_count = 0;
  std::size_t join_count = 0;  ///< that cost something; more than kMostJoins: they are not listed
  std::array<Join, kMostJoins> joins;

  /// REQUIRES: `key` belongs to the stones.
  void look_at(const Position& pos, const GridCells& board, int colour) {
    const Cells stones = pos.stone_grid(colour).template narrowed<kWords>();
    const auto around = stones.neighbours(board.width);
    // A run of like stones around a cell starts where the stone before it is missing; two starts may be two groups.
    Cells run_once;
    between = {};
    touched = {};
    Cells twice;
    for (std::size_t i = 0; i < 6; ++i) {
      const Cells start = around[i] - around[(i + 5) % 6];
      between = between | (run_once & start);
      run_once = run_once | start;
      twice = twice | (touched & around[i]);
      touched = touched | around[i];
    }
    lone = stones - touched;
    // In a pair each stone is the other's only neighbour.
    const Cells with_one = (stones & touched) - twice;
    paired = with_one & with_one.beside(board.width);
    lone_count = lone.count();
    pair_count = paired.count() / 2;
    list_joins(pos, board, colour, between - stones);
  }

 private:
  void list_joins(const Position& pos, const GridCells& board, int colour, const Cells& cells) {
    const auto on_board = pos.board().cells;
    join_count = 0;
    extending = {};
    cells.for_each([&](std::size_t bit) {
      // Bits beside the board stand for no cell.
      if (board.cell_of_bit[bit] >= on_board) return;
      const Join join = join_at(pos, board, colour, bit);
      if (join.is_one_group) extending.add(bit);
      if (join.is_one_group || join.loss <= 0) return;
      if (join_count < kMostJoins) joins[join_count] = join;
      ++join_count;
    });
  }
};

}  // namespace partita::games::omega
