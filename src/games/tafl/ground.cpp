#include "games/tafl/ground.h"

#include <limits>

namespace partita::games::tafl {

namespace {

constexpr std::array<Kind, 3> kKinds = {Kind::kAttacker, Kind::kDefender, Kind::kKing};

/// The four camps of Ashton's board, each three squares of the edge and one before them.
void put_camps(Ground& ground, int size) {
  const int middle = size / 2;
  const auto add = [&](std::array<Square, 4> squares) {
    Cells camp = 0;
    for (const Square square : squares) camp |= one_cell(square);
    for (const Square square : squares) {
      ground.own_camp[square] = camp;
      ground.own_camp_columns[square] = transposed(camp);
    }
    ground.camps |= camp;
  };
  const int last = size - 1;
  add({square_at(middle - 1, 0), square_at(middle, 0), square_at(middle + 1, 0), square_at(middle, 1)});
  add({square_at(middle - 1, last), square_at(middle, last), square_at(middle + 1, last), square_at(middle, last - 1)});
  add({square_at(0, middle - 1), square_at(0, middle), square_at(0, middle + 1), square_at(1, middle)});
  add({square_at(last, middle - 1), square_at(last, middle), square_at(last, middle + 1), square_at(last - 1, middle)});
}

void put_places(Ground& ground) {
  const RuleSet& rules = *ground.rules;
  const int last = rules.size - 1;
  ground.board = board_cells(rules.size);
  for (int i = 0; i <= last; ++i) {
    ground.edge |= one_cell(square_at(i, 0)) | one_cell(square_at(i, last)) | one_cell(square_at(0, i)) |
                   one_cell(square_at(last, i));
  }
  ground.throne = square_at(rules.size / 2, rules.size / 2);
  ground.throne_cell = one_cell(ground.throne);
  ground.at_throne = ground.throne_cell | beside(ground.throne_cell);
  if (rules.has_corners) {
    ground.corners = one_cell(square_at(0, 0)) | one_cell(square_at(last, 0)) | one_cell(square_at(0, last)) |
                     one_cell(square_at(last, last));
  }
  if (rules.camps == Camps::kAshton) put_camps(ground, rules.size);
  ground.escapes = rules.escape == Escape::kEdge ? ground.edge : ground.corners;
  ground.escape_lines = rules.escape == Escape::kEdge ? ground.board : ground.edge;
  switch (rules.king_taken) {
    case KingTaken::kByTwo: ground.strong = 0; break;
    case KingTaken::kByTwoStrongAtThrone: ground.strong = ground.at_throne; break;
    case KingTaken::kByFour: ground.strong = ground.board; break;
  }
}

void put_movement(Ground& ground, Kind kind) {
  const RuleSet& rules = *ground.rules;
  const std::size_t k = index_of(kind);
  ground.blocked[k] = (kGrid & ~ground.board) | ground.camps;
  if (kind != Kind::kKing) ground.blocked[k] |= ground.corners;
  if (!rules.throne_cross.has(kind)) ground.blocked[k] |= ground.throne_cell;
  ground.no_stop[k] = ground.blocked[k];
  if (!rules.throne_stop.has(kind)) ground.no_stop[k] |= ground.throne_cell;
  for (int i = 0; i < kStride; ++i) {
    ground.stop_lines[k][static_cast<std::size_t>(i)] = static_cast<Line>(line_at(~ground.no_stop[k], i));
  }
}

void put_hostility(Ground& ground, Kind kind) {
  const RuleSet& rules = *ground.rules;
  const std::size_t k = index_of(kind);
  Cells always = ground.camps;
  if (rules.corner_hostile.has(kind)) always |= ground.corners;
  ground.hostile[k] = {always, always};
  if (rules.throne_hostile_empty.has(kind)) ground.hostile[k][0] |= ground.throne_cell;
  if (rules.throne_hostile_king.has(kind)) ground.hostile[k][1] |= ground.throne_cell;
}

Ground make_ground(const RuleSet& rules) {
  Ground ground;
  ground.rules = &rules;
  put_places(ground);
  for (const Kind kind : kKinds) {
    put_movement(ground, kind);
    put_hostility(ground, kind);
  }
  ground.has_formations = rules.has_formations();
  ground.is_narrow = rules.size <= kStride - 2;
  ground.takes_between = ground.is_narrow && !rules.shieldwall;
  ground.takes_plainly = ground.takes_between && ground.camps == 0 && !rules.linnaean_capture;
  ground.ply_limit = rules.ply_limit > 0 ? rules.ply_limit : std::numeric_limits<int>::max();
  return ground;
}

}  // namespace

const Ground& ground_of(const RuleSet& rules) {
  static const std::array<Ground, 6> grounds = [] {
    std::array<Ground, 6> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = make_ground(rule_sets()[i]);
    return all;
  }();
  return grounds[static_cast<std::size_t>(&rules - rule_sets().data())];
}

}  // namespace partita::games::tafl
