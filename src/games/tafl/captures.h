#pragma once

// Part of position.h: custodian capture and the taking of the king, inline because every move asks.
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// Enemies between the piece on `to` and an anvil: a piece of its own side or a square hostile to the victim.
inline Cells Position::soldiers_taken(Side side, Square to) const {
  const Side enemy = other(side);
  const Cells victims = board_.pieces[index_of(enemy)] & ~kGridTables.cell[board_.king];
  const bool king_on_throne = is_king_on_throne();
  const Cells hostile_ground = ground_->hostile[index_of(enemy)][king_on_throne ? 1 : 0];
  const Cells own = board_.pieces[index_of(side)];
  Cells taken = 0;
  for (const Step step : kGridTables.steps[to]) {
    if (!has(victims, step.near)) continue;
    Cells anvils = own | hostile_ground;
    // A camp shelters the attackers inside it from the camp's own squares.
    if (enemy == Side::kAttackers && has(ground_->camps, step.near)) anvils &= ~ground_->camps | own;
    // Linnaean capture: with the king's other three sides held by attackers he cannot help the fourth.
    if (ground_->rules->linnaean_capture && side == Side::kAttackers && step.far == ground_->throne && king_on_throne &&
        (kGridTables.beside[ground_->throne] & ~own) == kGridTables.cell[step.near]) {
      anvils |= ground_->throne_cell;
    }
    if (has(anvils, step.far)) taken |= kGridTables.cell[step.near];
  }
  if (ground_->rules->shieldwall) taken |= shieldwall_taken(side, to);
  return taken;
}

/// Where the king is strong all four sides must be attackers or the throne; elsewhere he is taken like a soldier.
inline bool Position::is_king_taken(Square to) const {
  const Square king = board_.king;
  const Cells around = kGridTables.beside[king];
  if (!has(around, to)) return false;
  if (has(ground_->strong, king)) {
    const Cells closed = around & (board_.pieces[0] | ground_->throne_cell);
    return count(closed) == 4;
  }
  const auto anvil = static_cast<Square>(2 * king - to);
  if (!has(around, anvil)) return false;
  return has(board_.pieces[0] | ground_->hostile[index_of(Kind::kKing)][is_king_on_throne() ? 1 : 0], anvil);
}

inline void Position::remove_soldiers(Side side, Cells taken) {
  board_.pieces[index_of(side)] &= ~taken;
  board_.quiet_plies = 0;
  for_each_cell(taken, [&](Square square) {
    board_.columns ^= kGridTables.column_cell[square];
    board_.key ^= kKeys.piece[index_of(side)][square];
  });
}

inline void Position::remove_king() {
  board_.pieces[1] ^= kGridTables.cell[board_.king];
  board_.columns ^= kGridTables.column_cell[board_.king];
  board_.key ^= kKeys.piece[index_of(Kind::kKing)][board_.king];
  board_.quiet_plies = 0;
  board_.king = kNoSquare;
}

inline void Position::take_around(Side side, Square to) {
  const Cells taken = soldiers_taken(side, to);
  const bool king_taken = side == Side::kAttackers && is_king_taken(to);
  if (taken != 0) remove_soldiers(other(side), taken);
  if (king_taken) remove_king();
}

}  // namespace partita::games::tafl
