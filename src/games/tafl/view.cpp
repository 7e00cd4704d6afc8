#include "games/tafl/slides.h"
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

/// The king's open roads to an escape, the escapes included.
Cells escape_road_cells(const Position& pos) {
  const EscapeRoads roads = escape_roads(pos);
  Cells cells = 0;
  for (unsigned line = roads.along_rank; line != 0; line &= line - 1) {
    const Square escape = square_at(std::countr_zero(line), rank_of(pos.king()));
    cells |= between(pos.king(), escape) | cell_of(escape);
  }
  for (unsigned line = roads.along_file; line != 0; line &= line - 1) {
    const Square escape = square_at(file_of(pos.king()), std::countr_zero(line));
    cells |= between(pos.king(), escape) | cell_of(escape);
  }
  return cells;
}

/// Pieces of the other side that `side` could take if it were its turn.
Cells capturable(const Position& pos, Side side) {
  Position turned = pos;
  if (turned.mover() != side) turned.pass();
  Cells cells = 0;
  for_each_move(pos, side, [&](Square from, Square to) { cells |= turned.captures(Move(from, to)); });
  return cells;
}

void add_threats(const Position& pos, game::BoardView& view) {
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    Cells cells = capturable(pos, side);
    if (side == Side::kDefenders) cells |= escape_road_cells(pos);
    const bool attack = side == Side::kAttackers;
    const char* label =
        attack ? "pieces the attackers can take" : "pieces the defenders can take, the king's open roads";
    if (cells != 0) view.overlays.push_back({"threats", label, pos.seat_of(side), names_of(cells)});
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
  view.pieces = {{'t', "attacker", attackers, game::PieceColour::kBlack},
                 {'T', "defender", defenders, game::PieceColour::kWhite},
                 {'K', "king", defenders, game::PieceColour::kKing}};
  if (pos.is_over()) {
    view.overlays.push_back({"ending", "what ended the game", -1, names_of(ending_cells(pos))});
  } else {
    add_threats(pos, view);
  }
  return view;
}

std::vector<std::string> Tafl::move_path(const Position&, Move move) {
  return {write_square(move.from()), write_square(move.to())};
}

}  // namespace partita::games::tafl
