#include "games/hex/position.h"

#include <algorithm>

#include "board/zobrist.h"
#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

constexpr std::uint64_t kSalt = 0x686578;
constexpr game::Key kMoverKey = board::zobrist(kSalt, 9, 0);

game::Key stone_key(int seat, int cell) {
  return board::zobrist(kSalt, static_cast<std::uint32_t>(seat), static_cast<std::uint32_t>(cell));
}

}  // namespace

Position::Position(const Rules& rules)
    : side_(static_cast<std::uint8_t>(rules.side)), swap_allowed_(rules.swap), key_(recomputed_key()) {}

game::Key Position::recomputed_key() const {
  // Stones alone do not tell the mover once the first of them was swapped.
  game::Key key = board::zobrist(kSalt, 8, side_ * 2U + (swap_allowed_ ? 1U : 0U)) ^ (mover_ == 1 ? kMoverKey : 0);
  for (int cell = 0; cell < cell_count(); ++cell) {
    if (at(cell) != 0) key ^= stone_key(at(cell) - 1, cell);
  }
  return key;
}

void Position::put(int cell, game::Seat seat) {
  cells_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(seat + 1);
  key_ ^= stone_key(seat, cell);
  ++stones_;
}

void Position::take(int cell) {
  key_ ^= stone_key(at(cell) - 1, cell);
  cells_[static_cast<std::size_t>(cell)] = 0;
  --stones_;
}

void Position::give_over() {
  mover_ ^= 1;
  key_ ^= kMoverKey;
}

int Position::only_stone() const {
  int cell = 0;
  while (at(cell) == 0) ++cell;
  return cell;
}

Undo Position::play(Move move) {
  if (move.is_swap()) {
    // The stone changes its owner and is mirrored, so that it stands to Blue's edges as it stood to Red's.
    const int cell = only_stone();
    take(cell);
    put(cell % side_ * side_ + cell / side_, 1);
    swapped_ = true;
  } else {
    put(move.cell, mover_);
    if (joins_both_edges(move.cell)) winner_ = static_cast<std::int8_t>(mover_);
  }
  give_over();
  ++ply_;
  return {};
}

void Position::retract(Move move, const Undo&) {
  --ply_;
  give_over();
  winner_ = -1;
  if (move.is_swap()) {
    const int cell = only_stone();
    take(cell);
    put(cell % side_ * side_ + cell / side_, 0);
    swapped_ = false;
  } else {
    take(move.cell);
  }
}

Undo Position::pass() {
  give_over();
  ++ply_;
  return {};
}

void Position::retract_pass(const Undo&) {
  --ply_;
  give_over();
}

Position Position::turned() const {
  Position result = *this;
  std::reverse(result.cells_.begin(), result.cells_.begin() + cell_count());
  result.key_ = result.recomputed_key();
  return result;
}

bool Position::joins_both_edges(int cell) const {
  const int colour = at(cell);
  const bool vertical = colour == 1;
  std::array<std::uint8_t, kMaxCells> waiting;
  std::array<bool, kMaxCells> seen{};
  int count = 0;
  bool first_edge = false;
  bool last_edge = false;
  waiting[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(cell);
  seen[static_cast<std::size_t>(cell)] = true;
  while (count > 0 && !(first_edge && last_edge)) {
    const int here = waiting[static_cast<std::size_t>(--count)];
    const int along = vertical ? here / side_ : here % side_;
    first_edge = first_edge || along == 0;
    last_edge = last_edge || along == side_ - 1;
    for_each_neighbour(here, side_, [&](int next) {
      if (at(next) != colour || seen[static_cast<std::size_t>(next)]) return;
      seen[static_cast<std::size_t>(next)] = true;
      waiting[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(next);
    });
  }
  return first_edge && last_edge;
}

}  // namespace partita::games::hex
