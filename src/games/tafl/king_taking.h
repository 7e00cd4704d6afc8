#pragma once

#include "games/tafl/slides.h"

/// The ways to take the king, found from his square outward.
namespace partita::games::tafl {

/// Free squares by whose occupation attackers take the king, whether or not one of them can come there.
inline Cells king_taking_squares(const Position& pos) {
  const Ground& ground = pos.ground();
  const Square king = pos.king();
  const Cells around = beside_square(king);
  const Cells may_stop = ~(pos.occupied() | (ground.no_stop[index_of(Kind::kAttacker)] & ~ground.camps));
  if (has(ground.strong, king)) {
    const Cells open = around & ~(pos.attackers() | ground.throne_cell);
    const bool is_last_side = (open & (open - 1)) == 0 && count(around) == 4;
    return is_last_side ? open & may_stop : 0;
  }
  const Cells anvils =
      around & (pos.attackers() | ground.hostile[index_of(Kind::kKing)][pos.is_king_on_throne() ? 1 : 0]);
  if (anvils == 0) return 0;
  // What steps over the grid's rim comes out elsewhere, and not beside him.
  return detail::behind<BoardWidth::kNarrow>(cell_of(king), anvils) & around & may_stop & ground.board;
}

/// Calls visit(from, to) for every move of attackers to one of these squares.
template <class Visit>
inline void for_each_arrival(const Position& pos, Cells squares, Visit&& visit) {
  for_each_cell(squares,
                [&](Square to) { for_each_origin(pos, Side::kAttackers, to, [&](Square from) { visit(from, to); }); });
}

/// Calls visit(from, to) for every move that takes the king, whoever is to move.
template <class Visit>
inline void for_each_king_capture(const Position& pos, Visit&& visit) {
  for_each_arrival(pos, king_taking_squares(pos), visit);
}

}  // namespace partita::games::tafl
