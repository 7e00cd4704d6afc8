// What people see of a position, and how it looks turned by half.
#include <algorithm>
#include <cmath>

#include "games/hex/distance.h"
#include "games/hex/hex.h"
#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

game::Overlay threats_of(const Position& pos, game::Seat seat) {
  game::Overlay overlay{
      "threats", std::string("cells on which ") + (seat == 0 ? "Red" : "Blue") + " joins the edges", seat, {}};
  for_each_winning_cell(pos, seat, [&](int cell) { overlay.cells.push_back(Notation::cell_name(pos, cell)); });
  return overlay;
}

// A shortest chain of the winner's stones from edge to edge, found breadth first from the first edge.
std::vector<int> winning_chain(const Position& pos) {
  const auto seat = static_cast<game::Seat>(pos.winner());
  constexpr int kUnseen = -2;
  constexpr int kFirst = -1;
  std::vector<int> came_from(static_cast<std::size_t>(pos.cell_count()), kUnseen);
  std::vector<int> queue;
  const auto reach = [&](int cell, int from) {
    if (pos.at(cell) != 1 + seat || came_from[static_cast<std::size_t>(cell)] != kUnseen) return;
    came_from[static_cast<std::size_t>(cell)] = from;
    queue.push_back(cell);
  };
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (is_on_edge(cell, pos.side(), seat, false)) reach(cell, kFirst);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int cell = queue[next];
    if (is_on_edge(cell, pos.side(), seat, true)) {
      std::vector<int> chain;
      for (int at = cell; at != kFirst; at = came_from[static_cast<std::size_t>(at)]) chain.push_back(at);
      return chain;
    }
    for_each_neighbour(cell, pos.side(), [&](int neighbour) { reach(neighbour, cell); });
  }
  return {};
}

game::Overlay chain_of(const Position& pos) {
  game::Overlay overlay{"ending", "the winning chain", pos.winner(), {}};
  for (const int cell : winning_chain(pos)) overlay.cells.push_back(Notation::cell_name(pos, cell));
  return overlay;
}

// The one stone on the board after a swap: it has changed its colour and its place.
game::Overlay swapped_stone(const Position& pos) {
  game::Overlay overlay{"swapped", "taken over by the swap", 1, {}};
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) overlay.cells.push_back(Notation::cell_name(pos, cell));
  }
  return overlay;
}

using Points = std::vector<std::pair<double, double>>;

// From the acute corner at the top left along the outside of the top row; the last corner cell is shared by two sides,
// which meet in the middle of its outer edge.
Points top_border(int side) {
  const double radius = 1 / std::sqrt(3.0);
  Points points{{-0.5, -radius / 2}};
  for (int column = 0; column < side; ++column) {
    points.emplace_back(column, -radius);
    if (column + 1 < side) points.emplace_back(column + 0.5, -radius / 2);
  }
  points.emplace_back(side - 1 + 0.25, -0.75 * radius);
  return points;
}

Points left_border(int side) {
  const double radius = 1 / std::sqrt(3.0);
  const double row_height = std::sqrt(3.0) / 2;
  Points points{{-0.5, -radius / 2}};
  for (int row = 0; row < side; ++row) {
    const double x = row / 2.0;
    const double y = row * row_height;
    points.emplace_back(x - 0.5, y + radius / 2);
    if (row + 1 < side)
      points.emplace_back(x, y + radius);
    else
      points.emplace_back(x - 0.25, y + 0.75 * radius);
  }
  return points;
}

// The opposite side: the board looks the same turned by half.
Points turned(const Points& points, int side) {
  const double width = (side - 1) * 1.5;
  const double height = (side - 1) * std::sqrt(3.0) / 2;
  Points other;
  for (const auto& [x, y] : points) other.emplace_back(width - x, height - y);
  return other;
}

}  // namespace

game::BoardView Hex::view(const Position& pos) {
  const double row_height = std::sqrt(3.0) / 2;
  game::BoardView view;
  view.shape = game::BoardView::Shape::kHex;
  // Letters tell the page the colour: U is blue in every game, B black.
  view.pieces = {{'R', "red stone", 0, game::PieceColour::kRed}, {'U', "blue stone", 1, game::PieceColour::kBlue}};
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    const int row = cell / pos.side();
    const int column = cell % pos.side();
    const bool rim = row == 0 || column == 0 || row == pos.side() - 1 || column == pos.side() - 1;
    view.cells.push_back(
        {Notation::cell_name(pos, cell), column + row / 2.0, row * row_height, " RU"[pos.at(cell)], rim ? "rim" : ""});
  }
  const Points top = top_border(pos.side());
  const Points left = left_border(pos.side());
  view.borders = {{0, top}, {0, turned(top, pos.side())}, {1, left}, {1, turned(left, pos.side())}};
  if (pos.has_swapped() && pos.ply() == 2) view.overlays.push_back(swapped_stone(pos));
  if (pos.is_over()) view.overlays.push_back(chain_of(pos));
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
