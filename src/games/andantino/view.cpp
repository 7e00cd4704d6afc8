#include "games/andantino/andantino.h"

namespace partita::games::andantino {

namespace {

/// Height of a row of hexagons in cell widths: sqrt(3) / 2.
constexpr double kRowHeight = 0.8660254037844386;

constexpr std::array<Colour, 2> kColours = {Colour::kWhite, Colour::kBlack};
std::string colour_name(Colour colour) { return colour == Colour::kWhite ? "White" : "Black"; }

std::string name_of(const Position& pos, Cell cell) { return board::write_hex(hex_of(cell), pos.side()); }

std::vector<std::string> names_of(const Position& pos, const CellSet& cells) {
  std::vector<std::string> names;
  for_each_cell(pos.side(), [&](Cell cell) {
    if (cells.has(cell)) names.push_back(name_of(pos, cell));
  });
  return names;
}

game::CellView cell_view(const Position& pos, Cell cell) {
  const board::Hex hex = hex_of(cell);
  game::CellView result;
  result.name = name_of(pos, cell);
  result.x = hex.q + hex.r / 2.0;
  result.y = hex.r * kRowHeight;
  if (pos.stones(Colour::kWhite).has(cell)) result.piece = 'W';
  if (pos.stones(Colour::kBlack).has(cell)) result.piece = 'B';
  if (!pos.is_unbounded() && board::is_on_rim(hex, pos.side())) result.ground = "rim";
  return result;
}

void add_warnings(const Position& pos, Colour colour, std::vector<game::Overlay>& overlays) {
  const int seat = static_cast<int>(colour);
  CellSet threats;
  for_each_winning_cell(pos, colour, [&](Cell cell) {
    threats.add(cell);
    return true;
  });
  overlays.push_back({"threats", "cells where " + colour_name(colour) + " wins at once", seat, names_of(pos, threats)});
  overlays.push_back({"losing", "closed areas that " + colour_name(colour) + " must not enter", seat,
                      names_of(pos, pos.closed_areas(other(colour)).cells)});
}

void add_fives(const Lines& lines, CellSet& cells) {
  for (unsigned row = 1; row + 1 < kGridRows; ++row) {
    for_each_in_row(row, lines.row(row), [&](Cell cell) {
      const auto windows = lines.windows(cell);
      for (const Window window : windows) {
        if (has_five_through(window, kReach)) cells.add(cell);
      }
    });
  }
}

/// Areas with prisoners that `walls` cut off, and the walls next to them.
void add_enclosures(const Position& pos, Colour winner, CellSet& cells) {
  const Lines& walls = pos.stones(winner);
  const Lines& others = pos.stones(other(winner));
  for_each_cell(pos.side(), [&](Cell start) {
    if (!others.has(start)) return;
    const Area area = area_around(start, pos.terrain(winner));
    if (area.reaches_edge) return;
    for_each_cell(pos.side(), [&](Cell cell) {
      if (!area.cells.has(cell)) return;
      if (others.has(cell)) cells.add(cell);
      for (const int distance : kNeighbours) {
        if (walls.has(step(cell, distance))) cells.add(step(cell, distance));
      }
    });
  });
}

/// The cells that show why the game is over; none for draws or while it goes on.
CellSet ending_cells(const Position& pos) {
  CellSet cells;
  switch (pos.end_kind()) {
    case EndKind::kNone:
    case EndKind::kDraw:
    case EndKind::kBoundReached: break;
    case EndKind::kFive: add_fives(pos.stones(pos.winner()), cells); break;
    case EndKind::kFiveAndEnclosure: add_fives(pos.stones(pos.winner()), cells); [[fallthrough]];
    case EndKind::kEnclosure:
    case EndKind::kSuicide: add_enclosures(pos, pos.winner(), cells); break;
  }
  return cells;
}

}  // namespace

game::BoardView Andantino::view(const Position& pos) {
  game::BoardView result;
  result.shape = game::BoardView::Shape::kHex;
  for_each_cell(pos.side(), [&](Cell cell) { result.cells.push_back(cell_view(pos, cell)); });
  result.pieces = {{'W', "white stone", static_cast<int>(Colour::kWhite), game::PieceColour::kWhite},
                   {'B', "black stone", static_cast<int>(Colour::kBlack), game::PieceColour::kBlack}};
  if (pos.is_over()) {
    result.overlays.push_back({"ending", "what ended the game", -1, names_of(pos, ending_cells(pos))});
  } else {
    for (const Colour colour : kColours) add_warnings(pos, colour, result.overlays);
  }
  return result;
}

}  // namespace partita::games::andantino
