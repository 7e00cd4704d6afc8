#include "games/tafl/king_taking.h"
#include "games/tafl/slides.h"
#include "games/tafl/tactics.h"

namespace partita::games::tafl {

namespace {

void add_moves_to(const Position& pos, Cells targets, Moves& list) {
  const Side side = pos.mover();
  const Ground& ground = pos.ground();
  const Cells camps = side == Side::kAttackers ? ground.camps : 0;
  for_each_cell(targets & ~(ground.no_stop[index_of(side)] & ~camps), [&](Square to) {
    for_each_origin(pos, side, to, [&](Square from) { list.push_back(Move(from, to)); });
  });
}

void add_king_moves(const Position& pos, Cells captures, Moves& list) {
  const Square king = pos.king();
  for_each_target(pos.ground(), Kind::kKing, king, blockers_for(pos, Kind::kKing), [&](Square to) {
    if (has(captures | pos.ground().escapes, to)) list.push_back(Move(king, to));
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
  const Cells takes_king = king_taking_squares(pos);
  add_moves_to(pos, takes_king, list);
  add_moves_to(pos, captures & ~takes_king, list);
}

void generate_quiet_forcing_moves(const Position& pos, const Forcing& forcing, Moves& list) {
  if (forcing.captures == 0) return;
  if (pos.mover() == Side::kDefenders) add_king_moves(pos, forcing.captures, list);
  add_moves_to(pos, forcing.captures, list);
}

MoveHints::MoveHints(const Position& pos)
    : pos_(pos),
      captures_(capture_squares(pos, pos.mover())),
      near_king_(pos.mover() == Side::kAttackers ? beside_square(pos.king()) : 0),
      king_(pos.mover() == Side::kDefenders ? pos.king() : kNoSquare) {}

MoveHints::BySquare MoveHints::of_soldiers() const {
  BySquare hints{};
  for_each_cell(captures_, [&](Square to) { hints[to] = kCapture; });
  for_each_cell(near_king_, [&](Square to) { hints[to] = static_cast<std::int16_t>(hints[to] + kNearKing); });
  return hints;
}

int MoveHints::roads_from(Square to) const {
  const Blockers blockers = blockers_for(pos_, Kind::kKing);
  const Blockers moved = {blockers.rows & ~cell_of(king_), blockers.columns & ~column_cell_of(king_)};
  return escape_roads(pos_.ground(), to, moved).count();
}

}  // namespace partita::games::tafl
