#pragma once

#include <string>
#include <vector>

#include "catalog/vocabulary.h"

namespace partita::draw {

/// A stone that is not on the board but is shown on it, half transparent: a move of a variation with its number.
struct GhostStone {
  std::string cell;
  char piece = ' ';
  int number = 0;  ///< 0: none
};

/// What an SVG picture shows besides the pieces.
struct SvgOptions {
  double cell_px = 34;
  std::vector<std::string> last;    ///< cells of the last move, ringed
  std::vector<std::string> marked;  ///< cells with a dot: legal targets, an overlay
  std::vector<GhostStone> ghosts;
  std::string title;  ///< for screen readers
};

/// The board as a standalone <svg> element: hexagons or squares, pieces, coordinates. Text from outside is escaped.
std::string board_svg(const catalog::BoardView& view, const SvgOptions& options = {});

}  // namespace partita::draw
