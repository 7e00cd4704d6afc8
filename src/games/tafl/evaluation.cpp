#include "games/tafl/evaluation.h"

#include <algorithm>

#include "games/tafl/king_taking.h"
#include "games/tafl/slides.h"

namespace partita::games::tafl {

namespace {

/// Diagonals that close a corner against the king: three squares, or four one step further out.
struct CornerGuards {
  Cells inner = 0;
  Cells outer = 0;
};

constexpr CornerGuards corner_guards(int size) {
  CornerGuards guards;
  const int last = size - 1;
  for (int i = 0; i <= 3; ++i) {
    const auto add = [&](Cells& cells, int file, int rank) {
      cells |= one_cell(square_at(file, rank)) | one_cell(square_at(last - file, rank)) |
               one_cell(square_at(file, last - rank)) | one_cell(square_at(last - file, last - rank));
    };
    if (i <= 2) add(guards.inner, i, 2 - i);
    add(guards.outer, i, 3 - i);
  }
  return guards;
}
constexpr CornerGuards kGuards7 = corner_guards(7);
constexpr CornerGuards kGuards9 = corner_guards(9);
constexpr CornerGuards kGuards11 = corner_guards(11);

const CornerGuards& guards_on(int size) { return size == 7 ? kGuards7 : size == 9 ? kGuards9 : kGuards11; }

/// Worth between two phases by the pieces left of a full board.
int blend(const std::array<int, 2>& worth, int pieces, int full) {
  return (worth[0] * pieces + worth[1] * (full - pieces)) / full;
}

int material(const Position& pos, const Weights& weights) {
  const int attackers = count(pos.attackers());
  const int defenders = count(pos.defenders()) - 1;
  // Soldiers at the start: 24 on 9x9, 12 on 7x7, 36 on 11x11.
  const int full = pos.rules().size == 9 ? 24 : pos.rules().size == 7 ? 12 : 36;
  const int pieces = std::min(attackers + defenders, full);
  return attackers * blend(weights.attacker, pieces, full) - defenders * blend(weights.defender, pieces, full);
}

int king_way_out(const Position& pos, const Weights& weights, const KingRoutes& routes) {
  int score = weights.king_square * routes.squares + weights.king_area * routes.area;
  const bool attackers_move = pos.mover() == Side::kAttackers;
  if (routes.roads > 1 || (routes.roads == 1 && !attackers_move)) {
    score += weights.two_roads;
  } else if (routes.roads == 1) {
    score += weights.one_road;
  }
  score += weights.escapes_in_two[static_cast<std::size_t>(std::min(routes.escapes_in_two, 8))];
  score += weights.escapes_in_three[static_cast<std::size_t>(std::min(routes.escapes_in_three, 8))];
  return score;
}

/// How many of the squares some soldier of the side, or the king, can come to.
int reachable(const Position& pos, Side side, Cells squares, Cells king_squares) {
  if (squares == 0) return 0;
  const Cells soldiers = pos.pieces(side) & ~cell_of(pos.king());
  const Cells open = ~(pos.occupied() | pos.ground().blocked[index_of(side)]) & kGrid;
  return count(squares & (slide_all(soldiers, open) | king_squares));
}

int captures(const Position& pos, const Weights& weights, Cells king_squares) {
  const bool attackers_move = pos.mover() == Side::kAttackers;
  const int by_attackers = reachable(pos, Side::kAttackers, capture_squares(pos, Side::kAttackers), 0);
  const int by_defenders = reachable(pos, Side::kDefenders, capture_squares(pos, Side::kDefenders), king_squares);
  return by_attackers * weights.capture_by_attackers[attackers_move ? 0 : 1] -
         by_defenders * weights.capture_by_defenders[attackers_move ? 1 : 0];
}

int siege(const Position& pos, const Weights& weights) {
  const int near = count(beside_square(pos.king()) & pos.attackers());
  int score = near * (has(pos.ground().strong, pos.king()) ? weights.beside_strong_king : weights.beside_king);
  bool is_king_threatened = false;
  for_each_king_capture(pos, [&](Square, Square) { is_king_threatened = true; });
  if (is_king_threatened) score += weights.king_threat;
  if (weights.corner_guard != 0) {
    const CornerGuards& guards = guards_on(pos.rules().size);
    score += weights.corner_guard * count(pos.attackers() & guards.inner) +
             weights.outer_guard * count(pos.attackers() & guards.outer);
  }
  return score;
}

}  // namespace

KingRoutes king_routes(const Position& pos, Cells one) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~(pos.occupied() | ground.blocked[index_of(Kind::kKing)]);
  const Cells two = slide_all(one | cell_of(pos.king()), open);
  KingRoutes routes;
  routes.roads = count(one & ground.escapes);
  routes.escapes_in_two = count(two & ~one & ground.escapes);
  routes.squares = count(one);
  routes.area = count(two) - 1;
  // Escapes lie at the edge: to a corner he goes along it, so he must be there before.
  const bool is_near = ground.rules->escape == Escape::kEdge || (two & ground.edge) != 0;
  if (routes.roads + routes.escapes_in_two == 0 && is_near) {
    routes.escapes_in_three = count(slide_all(two, open) & ground.escapes);
  }
  return routes;
}
KingRoutes king_routes(const Position& pos) { return king_routes(pos, king_reach(pos)); }

game::Score evaluate_partita(const Position& pos, const Weights& weights) {
  const Cells king_squares = king_reach(pos);
  const int tempo = pos.mover() == Side::kAttackers ? weights.to_move : -weights.to_move;
  return material(pos, weights) - king_way_out(pos, weights, king_routes(pos, king_squares)) +
         captures(pos, weights, king_squares) + siege(pos, weights) + tempo;
}

game::Score evaluate_rudin(const Position& pos) {
  // The report orders the weights and gives no numbers.
  constexpr int kPiece = 100;
  constexpr int kBlocked = 30;
  constexpr int kBeside = 10;
  const Cells king = cell_of(pos.king());
  const Cells open = pos.ground().board & ~pos.occupied();
  const Cells edge_n = detail::slide<kStride>(king, open);
  const Cells edge_s = detail::slide<-kStride>(king, open);
  const Cells edge_e = detail::slide<1>(king, open & ~kFirstFile);
  const Cells edge_w = detail::slide<-1>(king, open & ~kLastFile);
  int blocked = 0;
  // A slide that stops before the board's edge met a piece.
  blocked += (north(edge_n) & pos.ground().board & pos.occupied() & ~edge_n) != 0 ? 1 : 0;
  blocked += (south(edge_s) & pos.occupied() & ~edge_s) != 0 ? 1 : 0;
  blocked += (east(edge_e) & pos.occupied() & ~edge_e) != 0 ? 1 : 0;
  blocked += (west(edge_w) & pos.occupied() & ~edge_w) != 0 ? 1 : 0;
  const int beside_king = count(beside_square(pos.king()) & pos.attackers());
  return kPiece * (count(pos.attackers()) - count(pos.defenders())) + kBlocked * blocked + kBeside * beside_king;
}

game::Score evaluate_material(const Position& pos) {
  return 100 * (count(pos.attackers()) - 2 * count(pos.defenders()));
}

}  // namespace partita::games::tafl
