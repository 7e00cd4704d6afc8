#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

/// Moves are cell names ("J10"); "10,10", column and row as in Rao's program, is read too. A position text is `side
/// rows mover`: rows from the top joined by '/', B and W for stones, numbers for runs of empty cells, mover w or b. On
/// the unbounded board names and texts are those of side 16; the rules say that it is unbounded.
struct Notation {
  static std::string write_move(const Position& pos, Move move);
  static base::Parsed<Move> read_move(const Position& pos, std::string_view text);
  static std::string write_position(const Position& pos);
  /// The same of the position's image under a symmetry, without making it.
  static std::string write_image(const Position& pos, int symmetry);
  /// Writes the image's text over `least`, a text of another image, if it is smaller, and says so. Most images differ
  /// in the first rows with stones, and the others are then not written.
  static bool write_smaller_image(const Position& pos, int symmetry, std::string& least);
  /// Any side's text is read under standard rules: the side is the text's, not the rules'. Refused are texts that no
  /// game could show: no black stone on the centre, stone counts that do not fit the mover, a mover who has five
  /// already, no legal move on a board that is not full. Finished games are read, and their ending follows from the
  /// stones.
  static base::Parsed<Position> read_position(const Rules& rules, std::string_view text);
  /// "five", "enclosure", "five+enclosure", "suicide", "draw" or "bound-reached"; "" while the game goes on.
  static std::string ending(const Position& pos);
};

}  // namespace partita::games::andantino
