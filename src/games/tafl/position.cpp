#include "games/tafl/position.h"

#include "games/tafl/formations.h"
#include "games/tafl/move_generation.h"

namespace partita::games::tafl {

Position::Position(const Ground& ground, Cells attackers, Cells defenders, Square king, Side mover, std::uint32_t ply)
    : ground_(&ground) {
  board_.pieces = {attackers, defenders | cell_of(king)};
  board_.king = king;
  board_.mover = mover;
  board_.seat = seat_of(mover);
  board_.ply = ply;
  rebuild();
  board_.ending =
      mover == Side::kDefenders ? ending_after<Side::kAttackers>(false) : ending_after<Side::kDefenders>(true);
  if (has(ground.escapes, king)) board_.ending = Ending::kKingEscaped;
  if (king == kNoSquare) board_.ending = Ending::kKingCaptured;
  if (board_.ending == Ending::kNone && ground.rules->encirclement && are_defenders_encircled(*this)) {
    board_.ending = Ending::kEncircled;
  }
  if (board_.ending == Ending::kNone && ground.rules->stuck == Stuck::kEitherSide && !can_move(other(mover))) {
    board_.ending = mover == Side::kAttackers ? Ending::kDefendersStuck : Ending::kAttackersStuck;
  }
}

void Position::rebuild() {
  board_.columns = transposed(occupied());
  board_.key = piece_key(kKeys);
  board_.soldiers = {static_cast<std::uint8_t>(count(attackers())),
                     static_cast<std::uint8_t>(count(defenders() & ~cell_of(board_.king)))};
}

game::Key Position::piece_key(const KeyTables& keys) const {
  game::Key key = board_.mover == Side::kDefenders ? keys.defenders_to_move : 0;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    for_each_cell(pieces(side), [&](Square square) {
      key ^= keys.piece[square][square == board_.king ? index_of(Kind::kKing) : index_of(side)];
    });
  }
  return key;
}

game::Key Position::key_by(const KeyTables& keys) const {
  const int left = ground_->ply_limit - static_cast<int>(board_.ply);
  const bool is_near_limit = left >= 0 && left <= kPlyHorizon;
  return piece_key(keys) ^ (is_near_limit ? keys.plies_left[static_cast<std::size_t>(left)] : 0);
}

int Position::payoff(game::Seat seat) const {
  const bool is_attacker = side_of(seat) == Side::kAttackers;
  switch (board_.ending) {
    case Ending::kNone:
    case Ending::kPlyLimit: return game::kPoint / 2;
    case Ending::kKingCaptured:
    case Ending::kDefendersStuck:
    case Ending::kEncircled: return is_attacker ? game::kPoint : 0;
    case Ending::kKingEscaped:
    case Ending::kAttackersStuck:
    case Ending::kExitFort: break;
  }
  return is_attacker ? 0 : game::kPoint;
}

int Position::repetition_payoff(game::Seat seat) const {
  if (rules().repetition_result == RepetitionResult::kDraw) return game::kPoint / 2;
  return side_of(seat) == Side::kAttackers ? game::kPoint : 0;
}

bool Position::can_pass() const { return !is_over() && static_cast<int>(board_.ply) + 1 < ground_->ply_limit; }

Undo Position::pass() {
  const Undo undo{board_};
  board_.mover = other(board_.mover);
  board_.seat ^= 1;
  board_.key ^= kKeys.defenders_to_move;
  ++board_.ply;
  // Nothing before a pass can be repeated after it.
  board_.quiet_plies = 0;
  return undo;
}

Cells Position::captures(Move move) const {
  Position after = *this;
  after.play(move);
  return pieces(other(mover())) & ~after.pieces(other(mover()));
}

bool Position::has_any_move(Side side) const {
  bool found = false;
  for_each_move(*this, side, [&](Square, Square) { found = true; });
  return found;
}

}  // namespace partita::games::tafl
