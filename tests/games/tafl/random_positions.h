#pragma once

#include "base/random.h"
#include "games/tafl/golden_files.h"

namespace partita::games::tafl {

/// Pieces scattered over the board with these chances in a hundred, the king anywhere he may stand; not over.
inline Position scattered(const RuleSet& rules, base::Random& random, std::uint32_t attackers,
                          std::uint32_t defenders) {
  const Ground& ground = ground_of(rules);
  while (true) {
    PlacedPieces pieces;
    for_each_cell(ground.board, [&](Square square) {
      const std::uint32_t draw = random.below(100);
      const bool attacker = draw < attackers && !has(ground.no_stop[0] & ~ground.camps, square);
      const bool defender = draw >= attackers && draw < attackers + defenders && !has(ground.no_stop[1], square);
      if (attacker) pieces.attackers |= cell_of(square);
      if (defender) pieces.defenders |= cell_of(square);
    });
    const auto size = static_cast<std::uint32_t>(rules.size);
    const Square king = square_at(static_cast<int>(random.below(size)), static_cast<int>(random.below(size)));
    pieces.attackers &= ~cell_of(king);
    pieces.defenders &= ~cell_of(king);
    if (has(ground.camps | ground.escapes, king)) continue;
    const Side mover = random.below(2) == 0 ? Side::kAttackers : Side::kDefenders;
    const Position pos(ground, pieces.attackers, pieces.defenders, king, mover, random.below(99));
    if (!pos.is_over()) return pos;
  }
}

}  // namespace partita::games::tafl
