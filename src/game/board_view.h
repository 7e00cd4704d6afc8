#pragma once

#include <string>
#include <utility>
#include <vector>

namespace partita::game {

/// One cell as a picture needs it. Coordinates are in cell widths, y downwards, the same for terminal, page and SVG.
struct CellView {
  std::string name;  ///< "J10", "e5"
  double x = 0;      ///< centre
  double y = 0;
  char piece = ' ';    ///< letter of a PieceKind, or ' '
  std::string ground;  ///< "" or what the empty cell is: "rim", "throne", "corner", "camp"
};

/// What a piece looks like, whatever its letter: terminal and pictures have a sign and a paint for each.
enum class PieceColour { kWhite, kBlack, kRed, kBlue, kKing, kOther };

/// A kind of piece that may stand on the board: letter in views, name for people, the seat that owns it, its look.
struct PieceKind {
  char letter = ' ';
  std::string name;  ///< "white stone", "king"
  int seat = -1;
  PieceColour colour = PieceColour::kOther;
};

/// Cells with a common meaning, drawn over the board when switched on: "threats of White", "cells that lose at once".
struct Overlay {
  std::string name;   ///< stable identifier, "threats", "losing", "ending", "swapped", "groups"
  std::string label;  ///< for people
  int seat = -1;
  std::vector<std::string> cells;
};

/// A side of the board that belongs to a seat: a line along the outside of its cells, in the coordinates of the cells.
struct Border {
  int seat = -1;
  std::vector<std::pair<double, double>> points;
};

/// Everything a front end needs to draw a position of any game. Holds no rules: what may be played comes as MovePath.
struct BoardView {
  enum class Shape { kHex, kSquare };
  Shape shape = Shape::kHex;
  std::vector<CellView> cells;  ///< row by row from the top of the picture, left to right
  std::vector<PieceKind> pieces;
  std::vector<Overlay> overlays;
  std::vector<Border> borders;  ///< where sides of the board have owners

  PieceColour colour_of(char letter) const {
    for (const PieceKind& kind : pieces) {
      if (kind.letter == letter) return kind.colour;
    }
    return PieceColour::kOther;
  }
};

/// A legal move as a person makes it: the names of what is touched in turn. A cell name for a cell; "@X" for a piece in
/// hand with letter X ("@W", "E5" puts a white stone on E5). One-cell paths are placements.
struct MovePath {
  std::string move;
  std::vector<std::string> path;
};

}  // namespace partita::game
