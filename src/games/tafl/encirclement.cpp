#include "games/tafl/formations.h"

namespace partita::games::tafl {

bool are_defenders_encircled(const Position& pos) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~pos.attackers();
  Cells outside = ground.edge & open;
  while (true) {
    if ((outside & pos.defenders()) != 0) return false;
    const Cells grown = outside | (beside(outside) & open);
    if (grown == outside) return true;
    outside = grown;
  }
}

}  // namespace partita::games::tafl
