#include "games/andantino/notation.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "base/text.h"
#include "board/hex.h"
#include "game/refusal.h"

namespace partita::games::andantino {

namespace {

using base::Error;

std::string row_place(std::size_t row) { return "position, row " + std::to_string(row + 1); }

struct StoneSets {
  CellSet white;
  CellSet black;
};

/// Reads one row into the sets; the row's cells are those with this r on a board of this side.
base::Parsed<base::Done> read_row(std::string_view text, int r, int side, StoneSets& stones) {
  const int first = r < 0 ? 1 - side - r : 1 - side;
  const int length = 2 * side - 1 - (r < 0 ? -r : r);
  int column = 0;
  for (std::size_t i = 0; i < text.size();) {
    int run = 1;
    if (text[i] == 'B' || text[i] == 'W') {
      if (column < length) (text[i] == 'B' ? stones.black : stones.white).add(cell_of({first + column, r}));
      ++i;
    } else {
      std::size_t end = i;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      if (end == i) return Error{"expected B, W or a number, found " + base::quoted(text.substr(i, 1))};
      const auto number = base::read_int(text.substr(i, end - i));
      if (!number || *number < 1 || *number > length) {
        return Error{"a run of " + base::quoted(text.substr(i, end - i)) + " empty cells in a row of " +
                     std::to_string(length)};
      }
      run = static_cast<int>(*number);
      i = end;
    }
    column += run;
    if (column > length) break;
  }
  if (column == length) return base::Done{};
  return Error{"expected " + std::to_string(length) + " cells, found " +
               (column > length ? std::string("more") : std::to_string(column))};
}

base::Parsed<Rules> read_side(const Rules& rules, std::string_view text) {
  const auto side = base::read_int(text);
  if (!side || *side < kMinSide || *side > kMaxSide) {
    return Error{"position: expected a side from " + std::to_string(kMinSide) + " to " + std::to_string(kMaxSide) +
                 ", found " + base::quoted(text)};
  }
  if (rules.kind == Rules::Kind::kUnbounded && *side != kMaxSide) {
    return Error{"position: the unbounded board is written with side " + std::to_string(kMaxSide) + ", found " +
                 base::quoted(text)};
  }
  return Rules{static_cast<int>(*side), rules.kind};
}

int count_of(const CellSet& set) {
  int count = 0;
  for (const std::uint32_t row : set.rows) count += std::popcount(row);
  return count;
}

std::optional<Error> count_error(const StoneSets& stones, bool white_moves, int side) {
  if (!stones.black.has(kCentre)) {
    return game::refused(game::Refusal::kSetUpFirst, "position: expected a black stone on the centre",
                         {{"cell", board::write_hex(hex_of(kCentre), side)}, {"piece", "B"}});
  }
  const int black = count_of(stones.black);
  const int white = count_of(stones.white);
  if (black == white + (white_moves ? 1 : 0)) return std::nullopt;
  const std::string message = "position: with " +
                              std::string(white_moves ? "White to move Black has one stone more than White"
                                                      : "Black to move both have as many stones") +
                              ", found " + std::to_string(black) + " black and " + std::to_string(white) + " white";
  const std::string counts = "W=" + std::to_string(white) + " B=" + std::to_string(black);
  if (black != white && black != white + 1)
    return game::refused(game::Refusal::kSetUpTurns, message, {{"counts", counts}});
  return game::refused(
      game::Refusal::kSetUpMover, message,
      {{"counts", counts}, {"seat", std::to_string(index_of(black == white ? Colour::kBlack : Colour::kWhite))}});
}

int neighbour_count(const Position& pos, Cell cell) {
  int count = 0;
  for (const auto& step : board::kHexDirections) {
    const board::Hex at = hex_of(cell) + step;
    if (board::is_on_hex_board(at, pos.side()) && !pos.empty_cells().has(cell_of(at))) ++count;
  }
  return count;
}

using Images = std::array<CellSet, 2>;  ///< the stones by colour

Images images_of(const Position& pos, int symmetry) {
  Images images;
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    for (unsigned row = 0; row < kGridRows; ++row) {
      for_each_in_row(row, pos.stones(colour).row(row), [&](Cell cell) {
        images[index_of(colour)].add(cell_of(board::hex_image(hex_of(cell), symmetry)));
      });
    }
  }
  return images;
}

void write_row(std::string& text, int side, int r, const Images& stones) {
  const CellSet& black = stones[index_of(Colour::kBlack)];
  const CellSet& white = stones[index_of(Colour::kWhite)];
  text += r == 1 - side ? ' ' : '/';
  const Cell first = cell_of({std::max(1 - side, 1 - side - r), r});
  const auto length = static_cast<unsigned>(2 * side - 1 - std::abs(r));
  unsigned done = 0;
  const auto empty_until = [&](unsigned place) {
    if (place > done) text += std::to_string(place - done);
    done = place + 1;
  };
  for_each_in_row(row_of(first), white.rows[row_of(first)] | black.rows[row_of(first)], [&](Cell cell) {
    empty_until(static_cast<unsigned>(cell - first));
    text += black.has(cell) ? 'B' : 'W';
  });
  empty_until(length);
}

std::string_view mover_word(const Position& pos) { return pos.mover() == Colour::kWhite ? " w" : " b"; }

}  // namespace

std::string Notation::write_move(const Position& pos, Move move) {
  return board::write_hex(hex_of(move.cell), pos.side());
}

namespace {

/// "10,10" for the centre of side 10: columns and rows as Rao's program counts them (his figure 10), whose rows are
/// shifted by half a cell.
std::optional<board::Hex> read_column_and_row(std::string_view text, int side) {
  const auto parts = base::split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const auto x = base::read_int(parts[0]);
  const auto y = base::read_int(parts[1]);
  constexpr std::int64_t kMost = 2 * kMaxSide;
  if (!x || !y || *x < 0 || *y < 0 || *x > kMost || *y > kMost) return std::nullopt;
  const int r = static_cast<int>(*y) - side;
  const board::Hex hex{static_cast<int>(*x) - side - (r - (r & 1)) / 2, r};
  return board::is_on_hex_board(hex, side) ? std::optional(hex) : std::nullopt;
}

}  // namespace

base::Parsed<Move> Notation::read_move(const Position& pos, std::string_view text) {
  auto hex = board::read_hex(text, pos.side());
  if (!hex) hex = read_column_and_row(text, pos.side());
  if (!hex) {
    return Error{"expected a cell of the board from " + board::write_hex({0, 1 - pos.side()}, pos.side()) + " to " +
                 board::write_hex({0, pos.side() - 1}, pos.side()) + ", found " + base::quoted(text)};
  }
  const Cell cell = cell_of(*hex);
  const std::string name = board::write_hex(*hex, pos.side());
  using enum game::Refusal;
  if (pos.is_over()) return game::refused(kMoveOver, "illegal move " + name + ": the game is over");
  if (!pos.empty_cells().has(cell))
    return game::refused(kMoveTaken, "illegal move " + name + ": the cell is occupied", {{"cell", name}});
  if (!pos.legal_cells().has(cell)) {
    const char* why =
        pos.ply() == 0 ? ": the first stone goes next to the centre" : ": fewer than two neighbours are occupied";
    return game::refused(kMoveTouches, "illegal move " + name + why,
                         {{"cell", name}, {"count", std::to_string(neighbour_count(pos, cell))}});
  }
  return Move{cell};
}

std::string Notation::write_position(const Position& pos) { return write_image(pos, 0); }

std::string Notation::write_image(const Position& pos, int symmetry) {
  const Images stones = images_of(pos, symmetry);
  std::string text = std::to_string(pos.side());
  for (int r = 1 - pos.side(); r < pos.side(); ++r) write_row(text, pos.side(), r, stones);
  return text.append(mover_word(pos));
}

bool Notation::write_smaller_image(const Position& pos, int symmetry, std::string& least) {
  const Images stones = images_of(pos, symmetry);
  std::string text = std::to_string(pos.side());
  int order = 0;
  for (int r = 1 - pos.side(); r < pos.side(); ++r) {
    write_row(text, pos.side(), r, stones);
    if (order == 0) order = text.compare(std::string_view(least).substr(0, text.size()));
    if (order > 0) return false;
  }
  if (order == 0) return false;
  least = text.append(mover_word(pos));
  return true;
}

base::Parsed<Position> Notation::read_position(const Rules& rules, std::string_view text) {
  const auto words = base::words(text);
  if (words.size() != 3) {
    return Error{"position: expected 'side rows mover', found " + std::to_string(words.size()) + " words"};
  }
  const auto text_rules = read_side(rules, words[0]);
  if (!text_rules) return text_rules.forward_error();
  const int side = text_rules->side;
  const auto rows = base::split(words[1], '/');
  if (rows.size() != static_cast<std::size_t>(2 * side - 1)) {
    return Error{"position: expected " + std::to_string(2 * side - 1) + " rows for side " + std::to_string(side) +
                 ", found " + std::to_string(rows.size())};
  }
  StoneSets stones;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto done = read_row(rows[row], static_cast<int>(row) + 1 - side, side, stones);
    if (!done) return done.error_at(row_place(row));
  }
  if (words[2] != "w" && words[2] != "b") {
    return Error{"position: expected mover w or b, found " + base::quoted(words[2])};
  }
  if (const auto error = count_error(stones, words[2] == "w", side)) return *error;
  const Position pos = Position::from_stones(*text_rules, stones.white, stones.black);
  if (has_five(pos.stones(pos.mover()))) {
    return game::refused(game::Refusal::kSetUpWon, "position: the side to move has five in a row already",
                         {{"seat", std::to_string(index_of(pos.mover()))}});
  }
  if (pos.end_kind() == EndKind::kDraw && pos.stone_count() != board::hex_cell_count(side)) {
    return game::refused(game::Refusal::kSetUpNoPlace,
                         "position: no cell has two occupied neighbours, but the board is not full");
  }
  return pos;
}

std::string Notation::ending(const Position& pos) {
  switch (pos.end_kind()) {
    case EndKind::kNone: return "";
    case EndKind::kFive: return "five";
    case EndKind::kEnclosure: return "enclosure";
    case EndKind::kFiveAndEnclosure: return "five+enclosure";
    case EndKind::kSuicide: return "suicide";
    case EndKind::kDraw: return "draw";
    case EndKind::kBoundReached: return "bound-reached";
  }
  return "";
}

}  // namespace partita::games::andantino
