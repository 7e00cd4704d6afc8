#include "games/tafl/formations.h"
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

/// The last resort: every move tried. For rules and positions in which a rare ending is near.
Move try_all_moves(const Position& pos) {
  Move found{};
  for_each_move(pos, pos.mover(), [&](Square from, Square to) {
    if (found == Move{} && is_won_by_mover(pos, Move(from, to))) found = Move(from, to);
  });
  return found;
}

/// Whether one move of the mover could leave the enemy without any. A move closes one square and takes at most three
/// soldiers (more at the edge with shieldwalls), and never the king here: pieces with two free squares beside them
/// survive unless taken.
bool may_get_stuck(const Position& pos, Side enemy) {
  const Cells free = ~(pos.occupied() | pos.ground().no_stop[index_of(enemy)]) & pos.ground().board;
  const Cells n = north(free);
  const Cells s = south(free);
  const Cells e = east(free);
  const Cells w = west(free);
  const Cells roomy = ((n & s) | (e & w) | ((n | s) & (e | w))) & pos.pieces(enemy);
  if (enemy == Side::kDefenders && has(roomy, pos.king())) return false;
  constexpr int kMostTaken = 3;
  return count(pos.rules().shieldwall ? roomy & ~pos.ground().edge : roomy) <= kMostTaken;
}

/// A shortest road of free squares from the edge to a defender, that defender included: to encircle the defenders a move
/// must stand on it or take its end. Empty if they are encircled already.
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
      if (is_won_by_mover(pos, Move(from, to))) found = Move(from, to);
    });
  });
  return found;
}

/// Exit forts need the king at the edge; only if he is there, or can go there, are moves tried.
Move fort_building_move(const Position& pos) {
  if (has(pos.ground().edge, pos.king())) return try_all_moves(pos);
  Move found{};
  const Square king = pos.king();
  for_each_target(pos.ground(), Kind::kKing, king, blockers_for(pos, Kind::kKing), [&](Square to) {
    if (found == Move{} && has(pos.ground().edge, to) && is_won_by_mover(pos, Move(king, to))) found = Move(king, to);
  });
  return found;
}

}  // namespace

Move king_capture(const Position& pos) {
  Move found{};
  for_each_king_capture(pos, [&](Square from, Square to) { found = Move(from, to); });
  return found;
}

Move immediate_win(const Position& pos) {
  if (pos.mover() == Side::kAttackers) {
    const Move capture = king_capture(pos);
    if (!(capture == Move{})) return capture;
    if (pos.rules().encirclement) {
      const Move encircling = encircling_move(pos);
      if (!(encircling == Move{})) return encircling;
    }
    return may_get_stuck(pos, Side::kDefenders) ? try_all_moves(pos) : Move{};
  }
  const EscapeRoads roads = escape_roads(pos);
  if (roads.along_rank != 0) {
    return Move(pos.king(), square_at(std::countr_zero(roads.along_rank), rank_of(pos.king())));
  }
  if (roads.along_file != 0) {
    return Move(pos.king(), square_at(file_of(pos.king()), std::countr_zero(roads.along_file)));
  }
  if (pos.rules().exit_fort) {
    const Move fort = fort_building_move(pos);
    if (!(fort == Move{})) return fort;
  }
  return may_get_stuck(pos, Side::kAttackers) ? try_all_moves(pos) : Move{};
}

}  // namespace partita::games::tafl
