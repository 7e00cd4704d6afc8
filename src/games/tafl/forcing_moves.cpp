#include <algorithm>

#include "games/tafl/slides.h"
#include "games/tafl/tactics.h"

namespace partita::games::tafl {

namespace {

void add_once(Moves& list, Move move) {
  if (std::find(list.begin(), list.end(), move) == list.end()) list.push_back(move);
}

void add_moves_to(const Position& pos, Cells targets, Moves& list) {
  const Side side = pos.mover();
  const Ground& ground = pos.ground();
  const Cells camps = side == Side::kAttackers ? ground.camps : 0;
  for_each_cell(targets & ~(ground.no_stop[index_of(side)] & ~camps), [&](Square to) {
    for_each_origin(pos, side, to, [&](Square from) { add_once(list, Move(from, to)); });
  });
}

/// Squares beside the king from which attackers threaten to take him next: opposite a square that is free, or the third
/// side of a king that needs four.
Cells threatening_squares(const Position& pos) {
  const Square king = pos.king();
  const Cells around = beside_square(king) & pos.ground().board;
  const Cells free = around & ~pos.occupied();
  if (has(pos.ground().strong, king)) {
    const Cells closed = around & (pos.attackers() | pos.ground().throne_cell);
    return count(around) == 4 && count(closed) == 2 && count(free & ~pos.ground().throne_cell) == 2 ? free : 0;
  }
  Cells squares = 0;
  for_each_cell(free, [&](Square square) {
    if (has(free, static_cast<Square>(2 * king - square))) squares |= cell_of(square);
  });
  return squares;
}

void add_king_moves(const Position& pos, Cells captures, Moves& list) {
  const Ground& ground = pos.ground();
  const Square king = pos.king();
  const Blockers blockers = blockers_for(pos, Kind::kKing);
  const Blockers without_king = {blockers.rows & ~cell_of(king), blockers.columns & ~column_cell_of(king)};
  const bool has_road = escape_roads(ground, king, blockers).any();
  for_each_target(ground, Kind::kKing, king, blockers, [&](Square to) {
    const bool escapes = has(ground.escapes, to);
    const bool opens_road = !has_road && escape_roads(ground, to, without_king).any();
    if (escapes || opens_road || has(captures, to)) list.push_back(Move(king, to));
  });
}

}  // namespace

void generate_forcing_moves(const Position& pos, Moves& list) {
  const Cells captures = capture_squares(pos, pos.mover());
  if (pos.mover() == Side::kDefenders) {
    add_king_moves(pos, captures, list);
    add_moves_to(pos, captures, list);
    return;
  }
  const Move capture = king_capture(pos);
  if (!(capture == Move{})) list.push_back(capture);
  add_moves_to(pos, captures | threatening_squares(pos), list);
}

int move_hint(const Position& pos, Move move) {
  constexpr int kPerCapture = 1000;
  constexpr int kNearKing = 60;
  constexpr int kRoad = 400;
  const Square to = move.to();
  const Side side = pos.mover();
  int hint = 0;
  if ((beside_square(to) & pos.pieces(other(side))) != 0) hint += kPerCapture * count(pos.soldiers_taken(side, to));
  if (side == Side::kAttackers) {
    if (has(beside_square(pos.king()), to)) hint += kNearKing;
    return hint;
  }
  if (move.from() == pos.king()) {
    const Blockers blockers = blockers_for(pos, Kind::kKing);
    const Blockers moved = {blockers.rows & ~cell_of(move.from()), blockers.columns & ~column_cell_of(move.from())};
    hint += kRoad * escape_roads(pos.ground(), to, moved).count();
  }
  return hint;
}

}  // namespace partita::games::tafl
