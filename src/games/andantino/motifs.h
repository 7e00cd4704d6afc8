#pragma once

#include <vector>

#include "game/motif.h"
#include "games/andantino/position.h"

/// What can be said of a move in Andantino: fives, rings, what threatens and what stops them, closed areas.
namespace partita::games::andantino {

/// All kinds, with their words.
const std::vector<game::MotifKind>& motif_kinds();
/// What a legal move does. REQUIRES: the game is not over.
std::vector<game::Motif> find_motifs(const Position& pos, Move move);
/// Whether a motif of the move is true, found out by playing on.
bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

}  // namespace partita::games::andantino
