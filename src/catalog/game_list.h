#pragma once

#include "games/andantino/andantino.h"
#include "games/hex/hex.h"
#include "games/omega/omega.h"
#include "games/tafl/tafl.h"

namespace partita::catalog {

/// Types without values: what the catalog does for every game, it does by unfolding this. Where a type is no Game, the
/// compiler says here what it lacks.
template <game::Game... Games>
struct GameList {};

/// Every game of the house, in the order in which they are shown. A new game is one line here and one above.
using AllGames = GameList<        //
    games::andantino::Andantino,  //
    games::omega::Omega,          //
    games::tafl::Tafl,            //
    games::hex::Hex>;

}  // namespace partita::catalog
