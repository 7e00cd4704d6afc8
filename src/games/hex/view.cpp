// What people see of a position, and how it looks turned by half.
#include <cmath>

#include "games/hex/distance.h"
#include "games/hex/hex.h"

namespace partita::games::hex {

namespace {

game::Overlay threats_of(const Position& pos, game::Seat seat) {
  game::Overlay overlay{"threats", std::string("cells on which ") + (seat == 0 ? "Red" : "Blue") + " joins the edges", seat, {}};
  for_each_winning_cell(pos, seat, [&](int cell) { overlay.cells.push_back(Notation::cell_name(pos, cell)); });
  return overlay;
}

}  // namespace

game::BoardView Hex::view(const Position& pos) {
  const double row_height = std::sqrt(3.0) / 2;
  game::BoardView view;
  view.shape = game::BoardView::Shape::kHex;
  // Letters tell the page the colour: U is blue in every game, B black.
  view.pieces = {{'R', "red stone", 0}, {'U', "blue stone", 1}};
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    const int row = cell / pos.side();
    const int column = cell % pos.side();
    const bool rim = row == 0 || column == 0 || row == pos.side() - 1 || column == pos.side() - 1;
    view.cells.push_back({Notation::cell_name(pos, cell), column + row / 2.0, row * row_height, " RU"[pos.at(cell)],
                          rim ? "rim" : ""});
  }
  if (!pos.is_over()) {
    for (const game::Seat seat : {game::Seat{0}, game::Seat{1}}) {
      game::Overlay overlay = threats_of(pos, seat);
      if (!overlay.cells.empty()) view.overlays.push_back(std::move(overlay));
    }
  }
  return view;
}

std::vector<std::string> Hex::move_path(const Position& pos, Move move) {
  if (move.is_swap()) return {"@swap"};
  return {Notation::cell_name(pos, move.cell)};
}

Move Hex::image(const Position& pos, Move move, int symmetry) {
  if (symmetry == 0 || move.is_swap()) return move;
  return Move{static_cast<std::uint8_t>(pos.cell_count() - 1 - move.cell)};
}

Position Hex::image(const Position& pos, int symmetry) { return symmetry == 0 ? pos : pos.turned(); }

}  // namespace partita::games::hex
