#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "games/omega/move.h"
#include "games/omega/position.h"

namespace partita::games::omega {

/// A cell by its coordinates, as in "E5".
std::string cell_name(const Position& pos, int cell);

/// How Omega is written. A ply is "W:E5"; a turn "E5/A1" has one cell for each colour in the order W B R U, whoever
/// moves; the pie rule's move is "swap" in both. A position is "side players rows mover pending", followed by "swapped"
/// once colours were swapped.
struct Notation {
  static std::string write_move(const Position& pos, Move move);
  /// Any pending colour may come first. With one colour pending the cell alone will do.
  static base::Parsed<Move> read_move(const Position& pos, std::string_view text);

  /// The rest of the mover's turn: `turn` holds one move for each pending colour, in any order.
  static std::string write_turn(const Position& pos, const std::vector<Move>& turn);
  /// The plies of the rest of the mover's turn, ready to be played one after the other.
  static base::Parsed<std::vector<Move>> read_turn(const Position& pos, std::string_view text);

  static std::string write_position(const Position& pos);
  /// Side and players come from the text, tie and pie rules from `rules`.
  static base::Parsed<Position> read_position(const Rules& rules, std::string_view text);

  /// Why no game comes to such a board, if none does: who sets up a position is told.
  static std::optional<base::Error> why_no_set_up(const Position& pos);

  /// "score" once the game is over.
  static std::string ending(const Position& pos);
};

}  // namespace partita::games::omega
