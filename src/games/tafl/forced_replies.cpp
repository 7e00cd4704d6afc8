#include "games/tafl/king_taking.h"
#include "games/tafl/slides.h"
#include "games/tafl/tactics.h"

namespace partita::games::tafl {

namespace {

/// The squares of the king's one road to an escape, the escape included; empty if he has several.
Cells only_road(const Position& pos, const EscapeRoads& roads) {
  if (roads.count() != 1) return 0;
  const Square king = pos.king();
  const Square escape = roads.along_rank != 0 ? square_at(std::countr_zero(roads.along_rank), rank_of(king))
                                              : square_at(file_of(king), std::countr_zero(roads.along_file));
  return between(king, escape) | cell_of(escape);
}

/// Squares where a defender stands in the way of every capture of the king.
Cells blocking_squares(const Position& pos) {
  Cells squares = ~Cells{0};
  for_each_king_capture(pos, [&](Square from, Square to) { squares &= between(from, to) | cell_of(to); });
  return squares;
}

/// Whether nothing stands beside a square that could hold the king there while an attacker comes from the other side.
bool is_safe_for_king(const Position& pos, Square to) {
  const Ground& ground = pos.ground();
  const Cells anvils =
      pos.attackers() | ground.hostile[index_of(Kind::kKing)][0] | ground.hostile[index_of(Kind::kKing)][1];
  return (beside_square(to) & anvils) == 0;
}

}  // namespace

namespace detail {

game::Threat block_road(const Position& pos, const EscapeRoads& roads, Moves& list) {
  const Cells squares = only_road(pos, roads) & ~pos.ground().no_stop[index_of(Kind::kAttacker)];
  Position after = pos;
  for_each_cell(squares, [&](Square to) {
    for_each_origin(pos, Side::kAttackers, to, [&](Square from) {
      const Undo undo = after.play(Move(from, to));
      // The piece that blocks may have left another road open.
      if (!escape_roads(after).any()) list.push_back(Move(from, to));
      after.retract(Move(from, to), undo);
    });
  });
  return list.empty() ? game::Threat::kLost : game::Threat::kForced;
}

/// A helper may have opened another way to the king: each is tried.
game::Threat save_king(const Position& pos, Moves& list) {
  Position after = pos;
  const auto try_move = [&](Square from, Square to) {
    const Undo undo = after.play(Move(from, to));
    if (king_capture(after) == Move{}) list.push_back(Move(from, to));
    after.retract(Move(from, to), undo);
  };
  if (pos.rules().shieldwall) {
    for_each_move(pos, Side::kDefenders, try_move);
  } else {
    const Cells helping = blocking_squares(pos) | capture_squares(pos, Side::kDefenders);
    for_each_cell(
        helping & ~(pos.occupied() | pos.ground().no_stop[index_of(Kind::kDefender)]) & pos.ground().board,
        [&](Square to) { for_each_origin(pos, Side::kDefenders, to, [&](Square from) { try_move(from, to); }); });
    for_each_target(pos.ground(), Kind::kKing, pos.king(), blockers_for(pos, Kind::kKing), [&](Square to) {
      if (is_safe_for_king(pos, to)) {
        list.push_back(Move(pos.king(), to));
      } else {
        try_move(pos.king(), to);
      }
    });
  }
  return list.empty() ? game::Threat::kLost : game::Threat::kForced;
}

}  // namespace detail

}  // namespace partita::games::tafl
