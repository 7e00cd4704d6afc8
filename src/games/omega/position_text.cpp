// Reading and writing of whole positions: "side players rows mover pending [swapped]".
#include <array>

#include "base/text.h"
#include "game/refusal.h"
#include "games/omega/notation.h"

namespace partita::games::omega {

namespace {

constexpr std::string_view kSwappedWord = "swapped";

int row_length(int side, int row) { return 2 * side - 1 - std::abs(row - (side - 1)); }

int colour_of_letter(char letter, int players) {
  for (int colour = 0; colour < players; ++colour) {
    if (letter == kColourLetters[colour]) return colour;
  }
  return -1;
}

std::string write_rows(const Position& pos) {
  std::string rows;
  int cell = 0;
  for (int row = 0; row < 2 * pos.side() - 1; ++row) {
    if (row > 0) rows.push_back('/');
    int run = 0;
    for (int i = 0; i < row_length(pos.side(), row); ++i, ++cell) {
      if (pos.is_free(cell)) {
        ++run;
        continue;
      }
      if (run > 0) rows += std::to_string(run);
      run = 0;
      rows.push_back(kColourLetters[pos.stone_at(cell)]);
    }
    if (run > 0) rows += std::to_string(run);
  }
  return rows;
}

/// Puts one row's stones on the board. `first` is the number of its first cell.
base::Parsed<base::Done> read_row(Position& pos, std::string_view text, int row, int first) {
  const std::string place = "row " + std::to_string(row + 1);
  const int length = row_length(pos.side(), row);
  int column = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] >= '0' && text[i] <= '9') {
      // No row has more than 19 cells; longer numbers are refused before they overflow.
      int run = 0;
      for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && run < 100; ++i) run = run * 10 + (text[i] - '0');
      if (run == 0) return base::Error{place + ": a run of empty cells cannot be 0"};
      column += run;
    } else {
      const int colour = colour_of_letter(text[i], pos.players());
      if (colour < 0)
        return base::Error{place + ": unexpected " + base::quoted(text.substr(i, 1)) +
                           ", expected a number or one of " +
                           std::string(kColourLetters, static_cast<std::size_t>(pos.players()))};
      if (column < length) pos.put(colour, first + column);
      ++column;
      ++i;
    }
    if (column > length) break;
  }
  if (column == length) return base::Done{};
  return base::Error{place + ": expected " + std::to_string(length) + " cells, got " +
                     (column > length ? "more" : std::to_string(column))};
}

base::Parsed<base::Done> read_rows(Position& pos, std::string_view text) {
  const auto rows = base::split(text, '/');
  const int expected = 2 * pos.side() - 1;
  if (static_cast<int>(rows.size()) != expected) {
    return base::Error{"expected " + std::to_string(expected) + " rows joined by /, got " +
                       std::to_string(rows.size())};
  }
  int first = 0;
  for (int row = 0; row < expected; ++row) {
    auto done = read_row(pos, rows[static_cast<std::size_t>(row)], row, first);
    if (!done) return done;
    first += row_length(pos.side(), row);
  }
  return base::Done{};
}

base::Parsed<int> read_number(std::string_view what, std::string_view text, int low, int high) {
  const auto number = base::read_int(text);
  if (number && *number >= low && *number <= high) return static_cast<int>(*number);
  return base::Error{std::string(what) + ": expected " + std::to_string(low) + " to " + std::to_string(high) +
                     ", got " + base::quoted(text)};
}

base::Parsed<ColourSet> read_pending(std::string_view text, int players) {
  int set = 0;
  for (const char letter : text) {
    const int colour = colour_of_letter(letter, players);
    if (colour < 0 || (set >> colour & 1) != 0) {
      return base::Error{"pending: expected different letters of " +
                         std::string(kColourLetters, static_cast<std::size_t>(players)) + ", got " +
                         base::quoted(text)};
    }
    set |= 1 << colour;
  }
  return static_cast<ColourSet>(set);
}

}  // namespace

std::string Notation::write_position(const Position& pos) {
  std::string text = std::to_string(pos.side()) + " " + std::to_string(pos.players()) + " " + write_rows(pos) + " " +
                     std::to_string(pos.mover() + 1) + " ";
  for (int colour = 0; colour < pos.players(); ++colour) {
    if (pos.is_pending(colour)) text.push_back(kColourLetters[colour]);
  }
  if (pos.is_swapped()) text += " " + std::string(kSwappedWord);
  return text;
}

base::Parsed<Position> Notation::read_position(const Rules& rules, std::string_view text) {
  const auto fields = base::words(text);
  if (fields.size() != 5 && fields.size() != 6) {
    return base::Error{"expected 'side players rows mover pending', got " + std::to_string(fields.size()) + " words"};
  }
  const auto side = read_number("side", fields[0], kMinSide, kMaxSide);
  if (!side) return side.forward_error();
  const auto players = read_number("players", fields[1], 2, kMaxColours);
  if (!players) return players.forward_error();
  const bool swapped = fields.size() == 6;
  if (swapped && (fields[5] != kSwappedWord || !rules.pie || *players != 2)) {
    return base::Error{"unexpected " + base::quoted(fields[5]) + " (only 'swapped' with pie=on and two players)"};
  }
  Position pos(Rules{*side, *players, rules.tie, rules.pie && *players == 2});
  const auto rows = read_rows(pos, fields[2]);
  if (!rows) return rows.forward_error();
  const auto mover = read_number("mover", fields[3], 1, *players);
  if (!mover) return mover.forward_error();
  const auto pending = read_pending(fields[4], *players);
  if (!pending) return pending.forward_error();
  pos.set_turn(static_cast<Colour>(*mover - 1), *pending, swapped);
  if (!pos.is_sound()) {
    return game::refused(game::Refusal::kSetUpFewCells, "only " + std::to_string(pos.free_count()) +
                                                            " free cells: too few to finish the round under way");
  }
  return pos;
}

std::optional<base::Error> Notation::why_no_set_up(const Position& pos) {
  std::array<int, kMaxColours> stones{};
  for (int cell = 0; cell < pos.cells(); ++cell) {
    if (!pos.is_free(cell)) ++stones[static_cast<std::size_t>(pos.stone_at(cell))];
  }
  std::string counts;
  bool are_equal = true;
  for (int colour = 0; colour < pos.players(); ++colour) {
    const int count = stones[static_cast<std::size_t>(colour)];
    counts += (colour == 0 ? "" : " ") + std::string(1, kColourLetters[colour]) + "=" + std::to_string(count);
    are_equal &= count == stones[0];
  }
  if (!are_equal) {
    return game::refused(game::Refusal::kSetUpColours, "a turn puts one stone of each colour, found " + counts,
                         {{"counts", counts}});
  }
  const int next = stones[0] % pos.players();
  if (pos.rules().pie || next == pos.mover()) return std::nullopt;
  return game::refused(game::Refusal::kSetUpMover, "another player is to move with " + counts,
                       {{"counts", counts}, {"seat", std::to_string(next)}});
}

}  // namespace partita::games::omega
