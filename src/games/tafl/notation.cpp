#include "games/tafl/notation.h"

#include <algorithm>
#include <cstdlib>

#include "base/fixed_vector.h"
#include "base/text.h"
#include "game/refusal.h"
#include "games/tafl/move_generation.h"

namespace partita::games::tafl {

std::string write_square(Square square) {
  return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1);
}

base::Parsed<Square> read_square(std::string_view name, int size) {
  const base::Error error{"no square " + base::quoted(name) + " on a board of " + std::to_string(size) + "x" +
                          std::to_string(size)};
  if (name.size() < 2 || name.size() > 3 || name[1] == '0' || name[1] == '+') return error;
  const char letter = name[0] >= 'A' && name[0] <= 'Z' ? static_cast<char>(name[0] - 'A' + 'a') : name[0];
  const int file = letter - 'a';
  const auto number = base::read_int(name.substr(1));
  if (file < 0 || file >= size || !number || *number < 1 || *number > size) return error;
  return square_at(file, static_cast<int>(*number) - 1);
}

std::string Notation::write_move(const Position& pos, Move move) {
  std::string text = write_square(move.from()) + "-" + write_square(move.to());
  char separator = 'x';
  for_each_cell(pos.captures(move), [&](Square square) {
    text += separator + write_square(square);
    separator = '/';
  });
  return text;
}

namespace {

base::Parsed<Cells> read_captures(std::string_view text, int size) {
  Cells cells = 0;
  for (const std::string_view name : base::split(text, '/')) {
    const auto square = read_square(name, size);
    if (!square) return square.forward_error();
    cells |= cell_of(*square);
  }
  return cells;
}

/// The first piece that stands in the way of a straight move, if it is one.
std::optional<Square> piece_between(const Position& pos, Move move) {
  const int files = file_of(move.to()) - file_of(move.from());
  const int ranks = rank_of(move.to()) - rank_of(move.from());
  const int steps = std::max(std::abs(files), std::abs(ranks));
  for (int step = 1; step <= steps; ++step) {
    const Square at =
        square_at(file_of(move.from()) + step * files / steps, rank_of(move.from()) + step * ranks / steps);
    if (has(pos.occupied(), at)) return at;
  }
  return std::nullopt;
}

base::Error why_illegal(const Position& pos, Move move, const std::string& text) {
  using enum game::Refusal;
  const std::string from = write_square(move.from());
  const std::string to = write_square(move.to());
  const std::string begin = "illegal move " + base::quoted(text) + ": ";
  const std::string side = pos.mover() == Side::kAttackers ? "attackers" : "defenders";
  if (pos.is_over()) return game::refused(kMoveOver, begin + "the game is over");
  if (!has(pos.occupied(), move.from()))
    return game::refused(kMoveNothing, begin + "no piece on " + from, {{"cell", from}});
  if (!has(pos.pieces(pos.mover()), move.from())) {
    return game::refused(kMoveNotYours,
                         begin + "the piece on " + from + " does not belong to the " + side + ", who are to move",
                         {{"cell", from}});
  }
  const std::string message = begin + "the piece on " + from + " cannot move to " + to;
  if (file_of(move.from()) != file_of(move.to()) && rank_of(move.from()) != rank_of(move.to()))
    return game::refused(kMoveStraight, message, {{"from", from}, {"to", to}});
  if (const auto between = piece_between(pos, move))
    return game::refused(kMoveBetween, message, {{"cell", write_square(*between)}});
  return game::refused(kMoveReserved, message, {{"cell", to}});
}

}  // namespace

base::Parsed<Move> Notation::read_move(const Position& pos, std::string_view text) {
  const int size = pos.rules().size;
  const std::string_view trimmed = base::trim(text);
  const auto dash = trimmed.find('-');
  if (dash == std::string_view::npos) {
    return base::Error{"expected a move like 'e4-e7', found " + base::quoted(text)};
  }
  const auto cross = trimmed.find('x', dash);
  const auto from = read_square(trimmed.substr(0, dash), size);
  if (!from) return from.error_at("move " + base::quoted(text));
  const auto to =
      read_square(trimmed.substr(dash + 1, cross == std::string_view::npos ? cross : cross - dash - 1), size);
  if (!to) return to.error_at("move " + base::quoted(text));
  const Move move(*from, *to);
  if (pos.is_over() || !is_legal(pos, move)) return why_illegal(pos, move, std::string(text));
  if (cross == std::string_view::npos) return move;
  const auto captures = read_captures(trimmed.substr(cross + 1), size);
  if (!captures) return captures.error_at("move " + base::quoted(text));
  if (*captures != pos.captures(move)) {
    return base::Error{"wrong captures in " + base::quoted(text) + ", the move is " + write_move(pos, move)};
  }
  return move;
}

std::string Notation::write_position(const Position& pos) {
  return write_board(pos) + (pos.mover() == Side::kAttackers ? " a " : " d ") + std::to_string(pos.ply());
}

base::Parsed<Position> Notation::read_position(const RuleSet* rules, std::string_view text) {
  const auto parts = base::words(text);
  if (parts.size() != 3) {
    return base::Error{"expected a position of board record, side to move and plies, as in '" +
                       std::string(rules->start) + " a 0', found " + base::quoted(text)};
  }
  const auto placed = read_board(ground_of(*rules), parts[0]);
  if (!placed) return placed.error_at("board record");
  if (parts[1] != "a" && parts[1] != "d") {
    return base::Error{"side to move: expected 'a' or 'd', found " + base::quoted(parts[1])};
  }
  const auto ply = base::read_int(parts[2]);
  constexpr std::int64_t kMostPlies = 1'000'000;
  if (!ply || *ply < 0 || *ply > kMostPlies) {
    return base::Error{"plies played: expected a number from 0 to " + std::to_string(kMostPlies) + ", found " +
                       base::quoted(parts[2])};
  }
  const Side mover = parts[1] == "a" ? Side::kAttackers : Side::kDefenders;
  return Position(ground_of(*rules), placed->attackers, placed->defenders, placed->king, mover,
                  static_cast<std::uint32_t>(*ply));
}

std::optional<base::Error> Notation::why_no_set_up(const Position& pos) {
  // The board with which these rules begin is one of theirs.
  const auto start = read_board(pos.ground(), pos.rules().start).value();
  struct Kindred {
    const char* name;
    const char* letter;
    int count;
    int most;
    bool is_needed;
  };
  const int kings = pos.king() == kNoSquare ? 0 : 1;  // who stands among the defenders of a position
  const Kindred kinds[] = {{"king", "K", kings, 1, true},
                           {"defender", "T", tafl::count(pos.defenders()) - kings, tafl::count(start.defenders), false},
                           {"attacker", "t", tafl::count(pos.attackers()), tafl::count(start.attackers), true}};
  for (const Kindred& kind : kinds) {
    const std::string found = std::to_string(kind.count);
    if (kind.count > kind.most) {
      return game::refused(game::Refusal::kSetUpTooMany, "too many of one kind: " + found + " " + kind.name,
                           {{"piece", kind.letter}, {"count", found}, {"most", std::to_string(kind.most)}});
    }
    if (kind.count == 0 && kind.is_needed) {
      return game::refused(game::Refusal::kSetUpNoPiece, std::string("there is no ") + kind.name,
                           {{"piece", kind.letter}});
    }
  }
  return std::nullopt;
}

std::string Notation::ending(const Position& pos) {
  switch (pos.end_kind()) {
    case Ending::kNone: return "";
    case Ending::kKingCaptured: return "king-captured";
    case Ending::kKingEscaped: return "king-escaped";
    case Ending::kAttackersStuck:
    case Ending::kDefendersStuck: return "stuck";
    case Ending::kPlyLimit: return "ply-limit";
    case Ending::kEncircled: return "encircled";
    case Ending::kExitFort: return "exit-fort";
  }
  return "";
}

}  // namespace partita::games::tafl
