#pragma once

#include <vector>

#include "game/motif.h"
#include "games/tafl/position.h"

/// What can be said of a move in tafl: the king's ways out, his capture, what is taken, where he is shut in.
namespace partita::games::tafl {

/// All kinds, with their words.
const std::vector<game::MotifKind>& motif_kinds();
/// What a legal move does. REQUIRES: the game is not over.
std::vector<game::Motif> find_motifs(const Position& pos, Move move);
/// Whether a motif of the move is true, found out by playing on.
bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

}  // namespace partita::games::tafl
