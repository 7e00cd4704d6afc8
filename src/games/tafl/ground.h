#pragma once

#include <array>

#include "games/tafl/cells.h"
#include "games/tafl/lines.h"
#include "games/tafl/rule_set.h"

namespace partita::games::tafl {

/// A rule set as sets of squares, ready for the hot paths. One per rule set, made once at start-up, never changed, any
/// thread. Every set is its own mirror image under the eight symmetries of the board (camps and all), so that a set by
/// ranks also serves as the set by files.
struct Ground {
  const RuleSet* rules = nullptr;
  int ply_limit = 0;  ///< as in the rules, or more than any game can last
  bool has_formations = false;
  bool is_narrow = false;      ///< two files of the grid are left free beside the board
  bool takes_between = false;  ///< narrow, and soldiers are taken only between the mover and the square behind
  bool takes_plainly = false;  ///< the same with no exceptions
  Square throne = kNoSquare;
  Cells throne_cell = 0;
  Cells board = 0;
  Cells edge = 0;
  Cells corners = 0;
  Cells camps = 0;
  Cells escapes = 0;       ///< where the king wins
  Cells escape_lines = 0;  ///< squares with an escape on their rank or file
  Cells at_throne = 0;     ///< the throne and the four squares beside it
  Cells strong = 0;        ///< where the king must be enclosed on four sides

  std::array<Cells, 3> blocked{};  ///< by Kind: squares that it may not enter, walls included
  std::array<Cells, 3> no_stop{};  ///< by Kind: blocked, and what it may only cross
  /// Squares hostile to a Kind by themselves, [0] with the throne empty, [1] with the king on it.
  std::array<std::array<Cells, 2>, 3> hostile{};
  std::array<std::array<Line, kStride>, 3> stop_lines{};  ///< by Kind and line index: where it may stop
  std::array<Cells, 128> own_camp{};                      ///< the camp that a square belongs to, empty if none
  std::array<Cells, 128> own_camp_columns{};              ///< the same with ranks and files exchanged
};

/// The ground of a rule set of the house. REQUIRES: rules points into rule_sets().
const Ground& ground_of(const RuleSet& rules);

}  // namespace partita::games::tafl
