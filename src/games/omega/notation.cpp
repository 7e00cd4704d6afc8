#include "games/omega/notation.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace partita::games::omega {

std::string cell_name(const Position& pos, int cell) {
  return board::write_hex(pos.board().hex[static_cast<std::size_t>(cell)], pos.side());
}

namespace {

constexpr std::string_view kSwapWord = "swap";

int colour_of_letter(char letter) {
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if (letter == kColourLetters[colour] || letter == kColourLetters[colour] - 'A' + 'a') return colour;
  }
  return -1;
}

std::string pending_letters(const Position& pos) {
  std::string letters;
  for (int colour = 0; colour < pos.players(); ++colour) {
    if (pos.is_pending(colour)) letters.push_back(kColourLetters[colour]);
  }
  return letters;
}

/// "6,5": row from the top and place in it from the left, as Trebing's program asks for them.
std::optional<board::Hex> read_row_and_place(std::string_view text, int side) {
  const auto parts = base::split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const auto row = base::read_int(parts[0]);
  const auto place = base::read_int(parts[1]);
  const std::int64_t most = 2 * side - 1;
  if (!row || !place || *row < 1 || *place < 1 || *row > most || *place > most) return std::nullopt;
  const int r = static_cast<int>(*row) - side;
  const board::Hex hex{static_cast<int>(*place) - side - std::min(r, 0), r};
  return board::is_on_hex_board(hex, side) ? std::optional(hex) : std::nullopt;
}

base::Parsed<int> read_free_cell(const Position& pos, std::string_view text) {
  auto hex = board::read_hex(text, pos.side());
  if (!hex) hex = read_row_and_place(text, pos.side());
  if (!hex) return base::Error{"no cell " + base::quoted(text) + " on a board of side " + std::to_string(pos.side())};
  const int cell = pos.board().cell_at(*hex);
  if (!pos.is_free(cell)) return base::Error{"cell " + cell_name(pos, cell) + " is not free"};
  return cell;
}

base::Parsed<Move> read_swap(const Position& pos) {
  if (pos.can_swap()) return Move::swap();
  return base::Error{"swap is only allowed instead of the second turn, with pie=on"};
}

}  // namespace

std::string Notation::write_move(const Position& pos, Move move) {
  if (move.is_swap()) return std::string(kSwapWord);
  return std::string(1, kColourLetters[move.colour()]) + ":" + cell_name(pos, move.cell());
}

base::Parsed<Move> Notation::read_move(const Position& pos, std::string_view text) {
  if (pos.is_over()) return base::Error{"the game is over, no move can be played"};
  if (base::lower(text) == kSwapWord) return read_swap(pos);
  const std::string pending = pending_letters(pos);
  int colour = colour_of_letter(pending[0]);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    // Row and place are asked for the stone that comes first, as in Trebing's program.
    if (pending.size() > 1 && !read_row_and_place(text, pos.side())) {
      return base::Error{"expected colour and cell like " + pending.substr(0, 1) + ":A1, got " + base::quoted(text)};
    }
  } else {
    colour = colon == 1 ? colour_of_letter(text[0]) : -1;
    if (colour < 0)
      return base::Error{"no stone colour " + base::quoted(text.substr(0, colon)) + " in move " + base::quoted(text)};
    if (colour >= pos.players() || !pos.is_pending(colour)) {
      return base::Error{std::string("no ") + kColourLetters[colour] + " stone to place now, expected one of " +
                         pending};
    }
    text.remove_prefix(2);
  }
  const auto cell = read_free_cell(pos, text);
  if (!cell) return cell.forward_error();
  return Move::stone(colour, *cell);
}

std::string Notation::write_turn(const Position& pos, const std::vector<Move>& turn) {
  std::vector<std::string> cells;
  for (int colour = 0; colour < pos.players(); ++colour) {
    for (const Move move : turn) {
      if (move.is_swap()) return std::string(kSwapWord);
      if (move.colour() == colour) cells.push_back(cell_name(pos, move.cell()));
    }
  }
  return base::join(cells, "/");
}

base::Parsed<std::vector<Move>> Notation::read_turn(const Position& pos, std::string_view text) {
  if (pos.is_over()) return base::Error{"the game is over, no turn can be played"};
  if (base::lower(text) == kSwapWord) {
    const auto swap = read_swap(pos);
    if (!swap) return swap.forward_error();
    return std::vector<Move>{*swap};
  }
  const auto names = base::split(text, '/');
  const std::string pending = pending_letters(pos);
  if (names.size() != pending.size()) {
    return base::Error{"expected " + std::to_string(pending.size()) + " cells joined by / for " + pending + ", got " +
                       base::quoted(text)};
  }
  std::vector<Move> turn;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto cell = read_free_cell(pos, names[i]);
    if (!cell) return cell.forward_error();
    for (const Move earlier : turn) {
      if (earlier.cell() == *cell)
        return base::Error{"cell " + cell_name(pos, *cell) + " is named twice in turn " + base::quoted(text)};
    }
    turn.push_back(Move::stone(colour_of_letter(pending[i]), *cell));
  }
  return turn;
}

std::string Notation::ending(const Position& pos) { return pos.is_over() ? "score" : ""; }

}  // namespace partita::games::omega
