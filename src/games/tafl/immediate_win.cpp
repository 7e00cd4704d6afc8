#include "games/tafl/king_taking.h"
#include "games/tafl/slides.h"
#include "games/tafl/tactics.h"

namespace partita::games::tafl {

namespace {

bool is_won_by_mover(const Position& pos, Move move) {
  Position after = pos;
  after.play(move);
  return after.is_over() && after.payoff(pos.to_move()) == game::kPoint;
}

/// The last resort: every move to one of the squares tried. For rules and positions in which a rare ending is near.
Move try_all_moves(const Position& pos, Cells squares = ~Cells{0}) {
  Move found{};
  for_each_move(pos, pos.mover(), [&](Square from, Square to) {
    if (found == Move{} && has(squares, to) && is_won_by_mover(pos, Move(from, to))) found = Move(from, to);
  });
  return found;
}

/// Where a move of the mover could leave the enemy without any: beside every piece that now has a free square beside
/// it, as such a piece is stuck only if that square is taken by the move, and is captured only from beside.
/// (Shieldwalls capture from further away, but only at the edge.)
Cells sticking_squares(const Position& pos, Cells mobile) {
  Cells squares = ~pos.occupied() & pos.ground().board;
  for_each_cell(mobile, [&](Square piece) { squares &= beside_square(piece); });
  return squares;
}

Move sticking_move(const Position& pos, Side enemy) {
  const Ground& ground = pos.ground();
  const Cells free = ~(pos.occupied() | ground.no_stop[index_of(enemy)]) & ground.board;
  const Cells mobile = pos.pieces(enemy) & beside(free) & (pos.rules().shieldwall ? ~ground.edge : ~Cells{0});
  // A square has four squares beside it.
  if (count(mobile) > 4) return Move{};
  const Cells squares = sticking_squares(pos, mobile);
  return squares == 0 ? Move{} : try_all_moves(pos, squares);
}

/// A shortest road of free squares from the edge to a defender, that defender included: to encircle the defenders a
/// move must stand on it or take its end. Empty if they are encircled already.
Cells road_to_edge(const Position& pos) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~pos.attackers();
  std::array<Cells, kSquares> layers;
  std::size_t depth = 0;
  Cells seen = ground.edge & open;
  layers[0] = seen;
  while ((layers[depth] & pos.defenders()) == 0) {
    const Cells next = beside(layers[depth]) & open & ~seen;
    if (next == 0) return 0;
    seen |= next;
    layers[++depth] = next;
  }
  Cells step = cell_of(first_of(layers[depth] & pos.defenders()));
  Cells road = step;
  while (depth > 0) {
    step = cell_of(first_of(beside(step) & layers[--depth]));
    road |= step;
  }
  return road;
}

/// False where this move of an attacker certainly leaves a road from the edge to a defender: one to a defender that it
/// does not take. Much quicker than to play it.
bool may_encircle(const Position& pos, Square from, Square to) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~((pos.attackers() & ~cell_of(from)) | cell_of(to));
  const Cells taken_at_most = beside_square(to) | (pos.rules().shieldwall ? ground.edge : Cells{0});
  const Cells staying = pos.defenders() & ~taken_at_most;
  Cells outside = ground.edge & open;
  while ((outside & staying) == 0) {
    const Cells grown = outside | (beside(outside) & open);
    if (grown == outside) return true;
    outside = grown;
  }
  return false;
}

Move encircling_move(const Position& pos) {
  const Cells road = road_to_edge(pos);
  const Cells targets = (road | beside(road & pos.defenders())) & ~pos.occupied() & pos.ground().board &
                        ~pos.ground().no_stop[index_of(Kind::kAttacker)];
  // A shieldwall may take the road's end from further along the edge.
  const bool at_edge = pos.rules().shieldwall && (road & pos.defenders() & pos.ground().edge) != 0;
  const Cells all_targets = at_edge ? targets | (pos.ground().edge & ~pos.occupied() & ~pos.ground().corners) : targets;
  Move found{};
  for_each_cell(all_targets, [&](Square to) {
    if (!(found == Move{})) return;
    for_each_origin(pos, Side::kAttackers, to, [&](Square from) {
      if (may_encircle(pos, from, to) && is_won_by_mover(pos, Move(from, to))) found = Move(from, to);
    });
  });
  return found;
}

/// Where a soldier must go to build a fort around a king at the edge. No attacker may touch the free squares around
/// him: of one that does, either the shortest road to him is closed on one of its squares, or it is taken itself, from
/// beside or by a shieldwall. Everywhere if none does.
Cells fort_squares(const Position& pos) {
  const Ground& ground = pos.ground();
  const Cells free = ground.board & ~pos.occupied();
  std::array<Cells, kSquares> layers;
  std::size_t depth = 0;
  Cells seen = cell_of(pos.king());
  layers[0] = seen;
  while ((beside(layers[depth]) & pos.attackers()) == 0) {
    const Cells next = beside(layers[depth]) & free & ~seen;
    if (next == 0) return ~Cells{0};
    seen |= next;
    layers[++depth] = next;
  }
  const Square enemy = first_of(beside(layers[depth]) & pos.attackers());
  Cells step = cell_of(first_of(beside_square(enemy) & layers[depth]));
  Cells squares = step | beside_square(enemy);
  while (depth > 0) {
    step = cell_of(first_of(beside(step) & layers[--depth]));
    squares |= step;
  }
  return pos.rules().shieldwall && has(ground.edge, enemy) ? squares | ground.edge : squares;
}

/// Exit forts need the king at the edge; only if he is there, or can go there, are moves tried.
Move fort_building_move(const Position& pos) {
  const Square king = pos.king();
  const Cells edge = pos.ground().edge;
  Move found{};
  if (has(edge, king)) {
    const Cells by_soldiers = fort_squares(pos);
    for_each_move(pos, pos.mover(), [&](Square from, Square to) {
      if (!(found == Move{}) || !has(from == king ? edge : by_soldiers, to)) return;
      if (is_won_by_mover(pos, Move(from, to))) found = Move(from, to);
    });
    return found;
  }
  for_each_target(pos.ground(), Kind::kKing, king, blockers_for(pos, Kind::kKing), [&](Square to) {
    if (found == Move{} && has(edge, to) && is_won_by_mover(pos, Move(king, to))) found = Move(king, to);
  });
  return found;
}

}  // namespace

namespace detail {

Move king_capture_on(const Position& pos, Cells squares) {
  Move found{};
  for_each_arrival(pos, squares, [&](Square from, Square to) { found = Move(from, to); });
  return found;
}

Move rare_win(const Position& pos) {
  const bool attackers_move = pos.mover() == Side::kAttackers;
  Move found{};
  if (attackers_move && pos.rules().encirclement) found = encircling_move(pos);
  if (!attackers_move && pos.rules().exit_fort) found = fort_building_move(pos);
  return found == Move{} ? sticking_move(pos, other(pos.mover())) : found;
}

}  // namespace detail

}  // namespace partita::games::tafl
