#include "games/tafl/evaluation.h"

#include <algorithm>
#include <cstdint>

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

/// Soldiers at the start: 12 on 7x7, 24 on 9x9, 36 on 11x11.
constexpr int soldiers_on(int size) { return (size - 5) * 6; }

/// A soldier's worth by the soldiers left of a full board, blended between the two phases beforehand.
struct Worths {
  static constexpr int kMostSoldiers = 36;
  std::array<std::int16_t, kMostSoldiers + 1> attacker{};
  std::array<std::int16_t, kMostSoldiers + 1> defender{};
};
constexpr Worths worths_on(const Weights& weights, int size) {
  Worths worths;
  const int full = soldiers_on(size);
  const auto blend = [&](const std::array<int, 2>& worth, int pieces) {
    return static_cast<std::int16_t>((worth[0] * pieces + worth[1] * (full - pieces)) / full);
  };
  for (int pieces = 0; pieces <= full; ++pieces) {
    worths.attacker[static_cast<std::size_t>(pieces)] = blend(weights.attacker, pieces);
    worths.defender[static_cast<std::size_t>(pieces)] = blend(weights.defender, pieces);
  }
  return worths;
}

/// How many, where there most often are none.
int count_few(Cells cells) { return cells == 0 ? 0 : count(cells); }

/// Given the squares he reaches in one move. Inline, so that what the caller does not ask for is not counted.
template <Grid kGridKind>
[[gnu::always_inline]] inline KingRoutes routes_from(const Position& pos, Cells one) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~(pos.occupied() | ground.blocked[index_of(Kind::kKing)]);
  KingRoutes routes;
  if (one == 0) return routes;
  const Cells two = slide_all<kGridKind>(one | cell_of(pos.king()), open);
  routes.roads = count_few(one & ground.escapes);
  routes.escapes_in_two = count_few(two & ~one & ground.escapes);
  routes.squares = count(one);
  routes.area = count(two) - 1;
  // Escapes lie at the edge: to a corner he goes along it, so he must be there before.
  const bool is_near = ground.rules->escape == Escape::kEdge || (two & ground.edge) != 0;
  if (routes.roads + routes.escapes_in_two == 0 && is_near) {
    routes.escapes_in_three = count_few(slide_all<kGridKind>(two, open) & ground.escapes);
  }
  return routes;
}

/// The weights of one family of rules are known when this is compiled: what weighs nothing costs nothing.
template <const Weights& kWeights, Grid kGridKind>
class Evaluation {
 public:
  explicit Evaluation(const Position& pos)
      : pos_(pos), king_squares_(king_reach(pos)), attackers_move_(pos.mover() == Side::kAttackers) {}

  game::Score value() const {
    const int tempo = attackers_move_ ? kWeights.to_move : -kWeights.to_move;
    return material() - king_way_out() + captures() + siege() + tempo;
  }

 private:
  int material() const {
    static constexpr std::array<Worths, 3> kWorths = {worths_on(kWeights, 7), worths_on(kWeights, 9), worths_on(kWeights, 11)};
    const int attackers = pos_.soldiers(Side::kAttackers);
    const int defenders = pos_.soldiers(Side::kDefenders);
    const int size = pos_.rules().size;
    const auto pieces = static_cast<std::size_t>(std::min(attackers + defenders, soldiers_on(size)));
    const Worths& worths = kWorths[static_cast<std::size_t>(size - 7) / 2];
    return attackers * worths.attacker[pieces] - defenders * worths.defender[pieces];
  }

  int king_way_out() const {
    const KingRoutes routes = routes_from<kGridKind>(pos_, king_squares_);
    int score = kWeights.king_square * routes.squares + kWeights.king_area * routes.area;
    if (routes.roads > 1 || (routes.roads == 1 && !attackers_move_)) {
      score += kWeights.two_roads;
    } else if (routes.roads == 1) {
      score += kWeights.one_road;
    }
    score += kWeights.escapes_in_two[static_cast<std::size_t>(std::min(routes.escapes_in_two, 8))];
    score += kWeights.escapes_in_three[static_cast<std::size_t>(std::min(routes.escapes_in_three, 8))];
    return score;
  }

  int captures() const {
    const int by_attackers = reachable(Side::kAttackers, capture_squares<kGridKind>(pos_, Side::kAttackers), 0);
    const int by_defenders = reachable(Side::kDefenders, capture_squares<kGridKind>(pos_, Side::kDefenders), king_squares_);
    return by_attackers * kWeights.capture_by_attackers[attackers_move_ ? 0 : 1] -
           by_defenders * kWeights.capture_by_defenders[attackers_move_ ? 1 : 0];
  }

  /// How many of the squares some soldier of the side, or the king, can come to.
  int reachable(Side side, Cells squares, Cells king_squares) const {
    if (squares == 0) return 0;
    const Cells soldiers = pos_.pieces(side) & ~cell_of(pos_.king());
    const Cells open = pos_.ground().board & ~(pos_.occupied() | pos_.ground().blocked[index_of(side)]);
    return count(squares & (slide_all<kGridKind>(soldiers, open) | king_squares));
  }

  int siege() const {
    const int near = count(beside_square(pos_.king()) & pos_.attackers());
    int score = near * (has(pos_.ground().strong, pos_.king()) ? kWeights.beside_strong_king : kWeights.beside_king);
    bool is_king_threatened = false;
    for_each_king_capture(pos_, [&](Square, Square) { is_king_threatened = true; });
    if (is_king_threatened) score += kWeights.king_threat;
    if constexpr (kWeights.corner_guard != 0) {
      const CornerGuards& guards = guards_on(pos_.rules().size);
      score += kWeights.corner_guard * count(pos_.attackers() & guards.inner) +
               kWeights.outer_guard * count(pos_.attackers() & guards.outer);
    }
    return score;
  }

  const Position& pos_;
  Cells king_squares_;
  bool attackers_move_;
};

}  // namespace

KingRoutes king_routes(const Position& pos) { return routes_from<Grid::kWhole>(pos, king_reach(pos)); }

game::Score evaluate_partita(const Position& pos) {
  const bool is_narrow = pos.ground().is_narrow;
  if (pos.rules().escape == Escape::kEdge) {
    return is_narrow ? Evaluation<kEdgeWeights, Grid::kNarrow>(pos).value() : Evaluation<kEdgeWeights, Grid::kWhole>(pos).value();
  }
  return is_narrow ? Evaluation<kCornerWeights, Grid::kNarrow>(pos).value() : Evaluation<kCornerWeights, Grid::kWhole>(pos).value();
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
