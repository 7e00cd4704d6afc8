#include "games/tafl/formations.h"

namespace partita::games::tafl {

namespace {

/// Free squares joined to the king's, his own included.
Cells room_of(const Position& pos) {
  const Cells free = pos.ground().board & ~(pos.occupied() & ~cell_of(pos.king()));
  Cells room = cell_of(pos.king());
  while (true) {
    const Cells grown = room | (beside(room) & free);
    if (grown == room) return room;
    room = grown;
  }
}

/// Defenders of `wall` with an attackable square on both ends of a rank or file through them. `safe` are the squares no
/// attacker can come to as long as the wall stands; beyond the edge nobody comes either.
Cells breakable(const Ground& ground, Cells wall, Cells safe) {
  const Cells open = ground.board & ~safe;
  return wall & ((north(open) & south(open)) | (east(open) & west(open)));
}

/// Whether a shieldwall could take part of the row of wall defenders along one edge that begins at `first`.
bool is_row_breakable(const Position& pos, Cells wall, Cells safe, Square first, std::size_t along, std::size_t front) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~safe;
  const Square before = kGridTables.steps[first][(along + 2) % 4].near;
  bool fronts_open = true;
  int length = 0;
  Square square = first;
  for (; has(wall, square); square = kGridTables.steps[square][along].near) {
    fronts_open = fronts_open && has(open, kGridTables.steps[square][front].near);
    ++length;
  }
  return length >= 2 && fronts_open && has(open, before) && has(open, square);
}

Cells rows_breakable(const Position& pos, Cells wall, Cells safe) {
  const auto last = static_cast<int>(pos.rules().size - 1);
  Cells broken = 0;
  const auto test_edge = [&](Square start, std::size_t along, std::size_t front) {
    Square previous = kNoSquare;
    for (Square square = start; square != kNoSquare && has(pos.ground().board, square);
         square = kGridTables.steps[square][along].near) {
      if (has(wall, square) && !has(wall, previous) && is_row_breakable(pos, wall, safe, square, along, front)) {
        broken |= cell_of(square);
      }
      previous = square;
    }
  };
  test_edge(square_at(0, 0), 1, 0);
  test_edge(square_at(0, last), 1, 2);
  test_edge(square_at(0, 0), 0, 1);
  test_edge(square_at(last, 0), 0, 3);
  return broken;
}

/// The defenders that can never be taken if none of them moves: what is left when breakable ones are struck out until
/// nothing changes.
Cells unbreakable_wall(const Position& pos, Cells room) {
  Cells wall = pos.defenders() & ~cell_of(pos.king());
  while (true) {
    const Cells safe = wall | room;
    Cells weak = breakable(pos.ground(), wall, safe);
    if (pos.rules().shieldwall) weak |= rows_breakable(pos, wall, safe);
    if (weak == 0) return wall;
    wall &= ~weak;
  }
}

}  // namespace

bool has_exit_fort(const Position& pos) {
  const Ground& ground = pos.ground();
  if (pos.king() == kNoSquare || !has(ground.edge, pos.king())) return false;
  const Cells room = room_of(pos);
  const bool can_king_move = room != cell_of(pos.king());
  const Cells around = beside(room) & ground.board & ~room;
  if (!can_king_move || (around & pos.attackers()) != 0) return false;
  return (around & ~unbreakable_wall(pos, room)) == 0;
}

Ending Position::formation_ending(Side moved) const {
  if (rules().exit_fort && has_exit_fort(*this)) return Ending::kExitFort;
  if (rules().encirclement && moved == Side::kAttackers && are_defenders_encircled(*this)) return Ending::kEncircled;
  return Ending::kNone;
}

}  // namespace partita::games::tafl
