#pragma once

#include <string>
#include <vector>

#include "catalog/vocabulary.h"

namespace partita::draw {

/// How a board is put on a terminal. Plain letters are readable everywhere; colour and Unicode are extras.
struct DrawStyle {
  enum class Colour { kNone, kAnsi };
  enum class Symbols { kLetters, kUnicode };
  Colour colour = Colour::kNone;
  Symbols symbols = Symbols::kLetters;
};

/// Cells to be pointed out, by name. Unknown names are ignored.
struct DrawMarks {
  std::vector<std::string> last;     ///< cells of the last move: "(X)"
  std::vector<std::string> legal;    ///< where something can be played: "+"
  std::vector<std::string> overlay;  ///< whatever the caller wants to show: "!" or "<X>"
};

/// The board as lines of text with coordinates: hexagons with the row numbers on the left and the letters of the
/// diagonals on the upper right, squares with files below. A hexagon of side 10 is 20 lines of under 50 columns.
std::string board_text(const catalog::BoardView& view, const DrawMarks& marks = {}, const DrawStyle& style = {});

/// One line that says what the letters on the board mean.
std::string board_legend(const catalog::BoardView& view, const DrawStyle& style = {});

}  // namespace partita::draw
