#pragma once

// Part of position.h: custodian capture and the taking of the king, inline because every move asks.
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// All four sides at once, without a branch: a victim beside `to` with an anvil one step further. For narrow boards.
inline Cells Position::taken_plainly(Cells victims, Cells anvils, Square to) {
  const Cells cell = cell_of(to);
  return victims & ((cell << 1 & anvils >> 1) | (cell >> 1 & anvils << 1) | (cell << kStride & anvils >> kStride) |
                    (cell >> kStride & anvils << kStride));
}

/// Enemies between the piece on `to` and an anvil: a piece of its own side or a square hostile to the victim.
inline Cells Position::soldiers_taken(Side side, Square to) const {
  const Side enemy = other(side);
  const Cells victims = board_.pieces[index_of(enemy)] & ~cell_of(board_.king);
  const bool king_on_throne = is_king_on_throne();
  const Cells hostile_ground = ground_->hostile[index_of(enemy)][king_on_throne ? 1 : 0];
  const Cells own = board_.pieces[index_of(side)];
  if (ground_->takes_plainly) return taken_plainly(victims, own | hostile_ground, to);
  Cells taken = 0;
  for (const Step step : kGridTables.steps[to]) {
    if (!has(victims, step.near)) continue;
    Cells anvils = own | hostile_ground;
    // A camp shelters the attackers inside it from the camp's own squares.
    if (enemy == Side::kAttackers && has(ground_->camps, step.near)) anvils &= ~ground_->camps | own;
    // Linnaean capture: with the king's other three sides held by attackers he cannot help the fourth.
    if (ground_->rules->linnaean_capture && side == Side::kAttackers && step.far == ground_->throne && king_on_throne &&
        (beside_square(ground_->throne) & ~own) == cell_of(step.near)) {
      anvils |= ground_->throne_cell;
    }
    if (has(anvils, step.far)) taken |= cell_of(step.near);
  }
  if (ground_->rules->shieldwall) taken |= shieldwall_taken(side, to);
  return taken;
}

/// Where the king is strong all four sides must be attackers or the throne; elsewhere he is taken like a soldier.
inline bool Position::is_king_taken(Square to) const {
  const Square king = board_.king;
  const Cells around = beside_square(king);
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
  board_.soldiers[index_of(side)] = static_cast<std::uint8_t>(board_.soldiers[index_of(side)] - count(taken));
  for_each_cell(taken, [&](Square square) {
    board_.columns ^= column_cell_of(square);
    board_.key ^= kKeys.piece[square][index_of(side)];
  });
}

inline void Position::remove_king() {
  board_.pieces[1] ^= cell_of(board_.king);
  board_.columns ^= column_cell_of(board_.king);
  board_.key ^= kKeys.piece[board_.king][index_of(Kind::kKing)];
  board_.quiet_plies = 0;
  board_.king = kNoSquare;
}

/// Kept out of play(), which most often has nothing to take.
template <Side kSide>
[[gnu::noinline]] void Position::take_around(Square to) {
  const Cells taken = soldiers_taken(kSide, to);
  const bool king_taken = kSide == Side::kAttackers && is_king_taken(to);
  if (taken != 0) remove_soldiers(other(kSide), taken);
  if (king_taken) remove_king();
}

}  // namespace partita::games::tafl
