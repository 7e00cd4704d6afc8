#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "games/hex/position.h"

namespace partita::games::hex {

/// Cells are a letter for the column and a number for the row from the top: "f6"; the swap is "swap". A position is the
/// side, the rows from the top with R, B and runs of empty cells, and the mover: "3 1R1/3/2B r".
struct Notation {
  static std::string cell_name(const Position& pos, int cell);
  static std::string write_move(const Position& pos, Move move);
  static base::Parsed<Move> read_move(const Position& pos, std::string_view text);
  static std::string write_position(const Position& pos);
  static base::Parsed<Position> read_position(const Rules& rules, std::string_view text);
  /// Why no game comes to such a board, if none does: who sets up a position is told.
  static std::optional<base::Error> why_no_set_up(const Position& pos);
  static std::string ending(const Position& pos) { return pos.is_over() ? "joined" : ""; }
};

}  // namespace partita::games::hex
