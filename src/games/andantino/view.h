#pragma once

#include <string>
#include <vector>

#include "game/board_view.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

/// The board with overlays "threats" (cells where a colour wins at once), "losing" (cells where a colour loses at once)
/// and, when the game is over, "ending" (the row of five, or prisoners and the ring around them).
game::BoardView view(const Position& pos);

/// The cells that show why the game is over; none for draws or while it goes on.
CellSet ending_cells(const Position& pos);

}  // namespace partita::games::andantino
