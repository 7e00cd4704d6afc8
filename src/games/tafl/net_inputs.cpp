#include "games/tafl/net_inputs.h"

#include "games/tafl/slides.h"

namespace partita::games::tafl {

namespace {

void put(NetInputs& inputs, Plane plane, Cells cells) {
  inputs[2 * static_cast<std::size_t>(plane)] = static_cast<std::uint64_t>(cells);
  inputs[2 * static_cast<std::size_t>(plane) + 1] = static_cast<std::uint64_t>(cells >> 64);
}

template <BoardWidth kGridKind>
Cells reached_in_two(const Position& pos, Cells in_one) {
  const Ground& ground = pos.ground();
  const Cells open = ground.board & ~(pos.occupied() | ground.blocked[index_of(Kind::kKing)]);
  return slide_all<kGridKind>(in_one | cell_of(pos.king()), open) & ~cell_of(pos.king());
}

template <BoardWidth kGridKind>
NetInputs inputs_on(const Position& pos) {
  NetInputs inputs;
  const Cells king = cell_of(pos.king());
  const Cells in_one = king_reach(pos);
  put(inputs, Plane::kAttackers, pos.attackers());
  put(inputs, Plane::kDefenders, pos.defenders() & ~king);
  put(inputs, Plane::kKing, king);
  put(inputs, Plane::kReachedInOne, in_one);
  put(inputs, Plane::kReachedInTwo, reached_in_two<kGridKind>(pos, in_one));
  put(inputs, Plane::kAttackersTake, capture_squares<kGridKind>(pos, Side::kAttackers));
  put(inputs, Plane::kDefendersTake, capture_squares<kGridKind>(pos, Side::kDefenders));
  return inputs;
}

template <BoardWidth kGridKind>
Cells captures_on(const Position& pos) {
  const Ground& ground = pos.ground();
  const Side side = pos.mover();
  const Cells squares = capture_squares<kGridKind>(pos, side);
  // Attackers come out of their camps on ways that are closed to the others.
  if (squares == 0 || (side == Side::kAttackers && ground.camps != 0)) return squares;
  const Cells soldiers = pos.pieces(side) & ~cell_of(pos.king());
  Cells reached = slide_all<kGridKind>(soldiers, ground.board & ~(pos.occupied() | ground.blocked[index_of(side)]));
  if (side == Side::kDefenders) reached |= king_reach(pos);
  return squares & reached;
}

}  // namespace

NetInputs net_inputs(const Position& pos) {
  return pos.ground().is_narrow ? inputs_on<BoardWidth::kNarrow>(pos) : inputs_on<BoardWidth::kWhole>(pos);
}

Cells quiet_captures(const Position& pos) {
  return pos.ground().is_narrow ? captures_on<BoardWidth::kNarrow>(pos) : captures_on<BoardWidth::kWhole>(pos);
}

}  // namespace partita::games::tafl
