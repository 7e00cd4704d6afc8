#include "games/tafl/evaluation.h"

#include <algorithm>

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

Cells free_for(const Position& pos, Kind kind) { return ~(pos.occupied() | pos.ground().no_stop[index_of(kind)]) & kGrid; }

/// Whether a weak king has an enemy or hostile square on one side and a square attackers can come to on the other, or a
/// strong one three closed sides and such a square.
bool is_king_threatened(const Position& pos, Cells attackers_reach) {
  const Cells king = cell_of(pos.king());
  const Cells around = beside_square(pos.king());
  if (has(pos.ground().strong, pos.king())) {
    const Cells open = around & ~(pos.attackers() | pos.ground().throne_cell);
    return count(around) == 4 && count(open) == 1 && (open & attackers_reach) != 0;
  }
  const Cells anvils = pos.attackers() | pos.ground().hostile[index_of(Kind::kKing)][0];
  const Cells opposite = (south(king & south(anvils)) | north(king & north(anvils)) | east(king & east(anvils)) |
                          west(king & west(anvils)));
  return (opposite & attackers_reach) != 0;
}

int king_way_out(const Position& pos, const Weights& weights) {
  const KingRoutes routes = king_routes(pos);
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

int captures(const Position& pos, const Weights& weights, Cells attackers_reach) {
  const bool attackers_move = pos.mover() == Side::kAttackers;
  const Cells by_attackers = capture_squares(pos, Side::kAttackers) & attackers_reach;
  Cells by_defenders = capture_squares(pos, Side::kDefenders);
  if (by_defenders != 0) by_defenders &= slide_all(pos.defenders(), free_for(pos, Kind::kDefender));
  return count(by_attackers) * weights.capture_by_attackers[attackers_move ? 0 : 1] -
         count(by_defenders) * weights.capture_by_defenders[attackers_move ? 1 : 0];
}

int siege(const Position& pos, const Weights& weights, Cells attackers_reach) {
  const int near = count(beside_square(pos.king()) & pos.attackers());
  int score = near * (has(pos.ground().strong, pos.king()) ? weights.beside_strong_king : weights.beside_king);
  if (is_king_threatened(pos, attackers_reach)) score += weights.king_threat;
  if (weights.corner_guard != 0) {
    const CornerGuards& guards = guards_on(pos.rules().size);
    score += weights.corner_guard * count(pos.attackers() & guards.inner) +
             weights.outer_guard * count(pos.attackers() & guards.outer);
  }
  return score;
}

}  // namespace

KingRoutes king_routes(const Position& pos) {
  const Ground& ground = pos.ground();
  const Cells king = cell_of(pos.king());
  const Cells open = ground.board & ~(pos.occupied() | ground.blocked[index_of(Kind::kKing)]);
  const Cells one = slide_all(king, open);
  const Cells two = slide_all(one, open);
  KingRoutes routes;
  routes.roads = count(one & ground.escapes);
  routes.escapes_in_two = count(two & ~one & ground.escapes);
  routes.squares = count(one) - 1;
  routes.area = count(two) - 1;
  if (routes.roads + routes.escapes_in_two == 0) routes.escapes_in_three = count(slide_all(two, open) & ground.escapes);
  return routes;
}

game::Score evaluate_partita(const Position& pos, const Weights& weights) {
  const Cells attackers_reach = slide_all(pos.attackers(), free_for(pos, Kind::kAttacker));
  const int tempo = pos.mover() == Side::kAttackers ? weights.to_move : -weights.to_move;
  return material(pos, weights) - king_way_out(pos, weights) + captures(pos, weights, attackers_reach) +
         siege(pos, weights, attackers_reach) + tempo;
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
