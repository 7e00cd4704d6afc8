#include "games/tafl/tafl.h"

namespace partita::games::tafl {

namespace {

char piece_on(const Position& pos, Square square) {
  if (square == pos.king()) return 'K';
  if (has(pos.attackers(), square)) return 't';
  return has(pos.defenders(), square) ? 'T' : ' ';
}

std::string ground_on(const Ground& ground, Square square) {
  if (square == ground.throne) return "throne";
  if (has(ground.corners, square)) return "corner";
  return has(ground.camps, square) ? "camp" : "";
}

std::vector<std::string> names_of(Cells cells) {
  std::vector<std::string> names;
  for_each_cell(cells, [&](Square square) { names.push_back(write_square(square)); });
  return names;
}

/// What decided a finished game: the king, the square of his escape, the ring around him.
Cells ending_cells(const Position& pos) {
  switch (pos.end_kind()) {
    case Ending::kKingEscaped:
    case Ending::kExitFort: return cell_of(pos.king());
    case Ending::kAttackersStuck: return pos.attackers();
    case Ending::kDefendersStuck:
    case Ending::kEncircled: return pos.defenders();
    default: return 0;
  }
}

}  // namespace

game::BoardView Tafl::view(const Position& pos) {
  game::BoardView view;
  view.shape = game::BoardView::Shape::kSquare;
  const int size = pos.rules().size;
  for (int rank = size - 1; rank >= 0; --rank) {
    for (int file = 0; file < size; ++file) {
      const Square square = square_at(file, rank);
      view.cells.push_back({write_square(square), static_cast<double>(file), static_cast<double>(size - 1 - rank),
                            piece_on(pos, square), ground_on(pos.ground(), square)});
    }
  }
  const int attackers = pos.seat_of(Side::kAttackers);
  const int defenders = pos.seat_of(Side::kDefenders);
  view.pieces = {{'t', "attacker", attackers}, {'T', "defender", defenders}, {'K', "king", defenders}};
  if (pos.is_over()) view.overlays.push_back({"ending", "what ended the game", -1, names_of(ending_cells(pos))});
  return view;
}

std::vector<std::string> Tafl::move_path(const Position&, Move move) {
  return {write_square(move.from()), write_square(move.to())};
}

}  // namespace partita::games::tafl
