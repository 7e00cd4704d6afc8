#include "games/hex/notation.h"

#include <optional>

#include "base/text.h"
#include "game/refusal.h"

namespace partita::games::hex {

std::string Notation::cell_name(const Position& pos, int cell) {
  return std::string(1, static_cast<char>('a' + cell % pos.side())) + std::to_string(cell / pos.side() + 1);
}

std::string Notation::write_move(const Position& pos, Move move) {
  return move.is_swap() ? "swap" : cell_name(pos, move.cell);
}

base::Parsed<Move> Notation::read_move(const Position& pos, std::string_view text) {
  if (pos.is_over()) return game::refused(game::Refusal::kMoveOver, "the game is over");
  const std::string word = base::lower(text);
  if (word == "swap") {
    if (pos.can_swap()) return kSwap;
    return base::Error{"swap is allowed only to the second player's first move, where the rules have it"};
  }
  const int column = word.empty() ? -1 : word[0] - 'a';
  const auto row = word.empty() ? std::nullopt : base::read_int(std::string_view(word).substr(1));
  if (column < 0 || column >= pos.side() || !row || *row < 1 || *row > pos.side()) {
    return base::Error{base::quoted(text) + " is not a cell of this board (a1 to " +
                       cell_name(pos, pos.cell_count() - 1) + ")"};
  }
  const int cell = (static_cast<int>(*row) - 1) * pos.side() + column;
  if (pos.at(cell) != 0)
    return game::refused(game::Refusal::kMoveTaken, cell_name(pos, cell) + " is taken",
                         {{"cell", cell_name(pos, cell)}});
  return Move{static_cast<std::uint8_t>(cell)};
}

}  // namespace partita::games::hex
