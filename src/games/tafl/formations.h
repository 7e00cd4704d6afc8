#pragma once

#include "games/tafl/position.h"

/// Endings by formation: positions in which one side can no longer be stopped, or no longer get out.
namespace partita::games::tafl {

/// Attackers stand around every defender: no road of free squares leads from one of them to the edge.
bool are_defenders_encircled(const Position& pos);

/// The king stands at the edge, can move, and no attacker can ever break the defenders around him.
bool has_exit_fort(const Position& pos);

}  // namespace partita::games::tafl
