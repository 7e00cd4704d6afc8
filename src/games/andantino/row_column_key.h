#pragma once

#include "games/andantino/position.h"

namespace partita::games::andantino {

/// The key of Sweere's first hashing, worked out anew. Two stones of a row take its number out again, and colours show
/// only in how many stones there are: positions share keys by the thousand.
game::Key row_column_key(const Position& pos);

}  // namespace partita::games::andantino
