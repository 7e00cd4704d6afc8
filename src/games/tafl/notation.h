#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "games/tafl/position.h"

namespace partita::games::tafl {

std::string write_square(Square square);
/// The square of that name on a board of this size; letters in either case.
base::Parsed<Square> read_square(std::string_view name, int size);

/// A board record, rank 1 first: digits for empty squares, t attacker, T defender, K king.
std::string write_board(const Position& pos);

/// Pieces as a board record names them, checked against the places where the rules let them stand.
struct PlacedPieces {
  Cells attackers = 0;
  Cells defenders = 0;  ///< without the king
  Square king = kNoSquare;
};
base::Parsed<PlacedPieces> read_board(const Ground& ground, std::string_view record);

/// How tafl is written: squares a1, moves "e4-e7" or with what they capture "e4-e7xe8/f7", positions as board record,
/// side to move and plies played. Stateless.
struct Notation {
  static std::string write_move(const Position& pos, Move move);
  /// The captures may be left out; if given they must be the right ones.
  static base::Parsed<Move> read_move(const Position& pos, std::string_view text);
  static std::string write_position(const Position& pos);
  static base::Parsed<Position> read_position(const RuleSet* rules, std::string_view text);
  /// Why this position cannot be set up by hand, because no game reaches it; nothing if it can.
  static std::optional<base::Error> why_no_set_up(const Position& pos);
  static std::string ending(const Position& pos);
};

}  // namespace partita::games::tafl
