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

/// Attackers must stand on the king's road; roads in two directions have no square in common.
game::Replies block_road(const Position& pos, const EscapeRoads& roads, Moves& list) {
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
  return list.empty() ? game::Replies::kLost : game::Replies::kForced;
}

/// Any defender's move may matter to a king about to be taken (it moves him, takes or blocks a taker): each is tried.
game::Replies save_king(const Position& pos, Moves& list) {
  Position after = pos;
  for_each_move(pos, Side::kDefenders, [&](Square from, Square to) {
    const Undo undo = after.play(Move(from, to));
    if (king_capture(after) == Move{}) list.push_back(Move(from, to));
    after.retract(Move(from, to), undo);
  });
  return list.empty() ? game::Replies::kLost : game::Replies::kForced;
}

}  // namespace

game::Replies forced_replies(const Position& pos, Moves& list) {
  // The next move may end the game in a draw, whatever is threatened.
  if (pos.ply() + 1 >= pos.ground().ply_limit) return game::Replies::kFree;
  if (pos.mover() == Side::kAttackers) {
    const EscapeRoads roads = escape_roads(pos);
    return roads.any() ? block_road(pos, roads, list) : game::Replies::kFree;
  }
  return king_capture(pos) == Move{} ? game::Replies::kFree : save_king(pos, list);
}

}  // namespace partita::games::tafl
