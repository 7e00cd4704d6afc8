#pragma once

#include <vector>

#include "game/motif.h"
#include "games/omega/move.h"
#include "games/omega/position.h"

/// What can be said of a stone in Omega: which groups it starts, enlarges, joins, keeps apart or shuts in, and what
/// that does to the product of their sizes.
namespace partita::games::omega {

/// All kinds, with their words.
const std::vector<game::MotifKind>& motif_kinds();
/// What a legal ply does. REQUIRES: the game is not over.
std::vector<game::Motif> find_motifs(const Position& pos, Move move);
/// Whether a motif of the ply is true, found out by counting stones.
bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

}  // namespace partita::games::omega
