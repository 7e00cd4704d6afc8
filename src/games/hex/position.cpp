#include "games/hex/position.h"

#include <algorithm>
#include <bitset>

#include "board/zobrist.h"
#include "games/hex/neighbours.h"

namespace partita::games::hex {

namespace {

constexpr std::uint64_t kSalt = 0x686578;
constexpr game::Key mover_key(std::uint64_t salt) { return board::zobrist(salt, 9, 0); }
constexpr game::Key kMoverKey = mover_key(kSalt);

constexpr StoneKeys make_stone_keys(std::uint64_t salt) {
  StoneKeys keys{};
  for (std::uint32_t seat = 0; seat < 2; ++seat) {
    for (std::uint32_t cell = 0; cell < kMaxCells; ++cell) keys[seat][cell] = board::zobrist(salt, seat, cell);
  }
  return keys;
}
constexpr StoneKeys kStoneKeys = make_stone_keys(kSalt);
game::Key stone_key(int seat, int cell) {
  return kStoneKeys[static_cast<std::size_t>(seat)][static_cast<std::size_t>(cell)];
}

game::Key key_from_scratch(const Position& pos, std::uint64_t salt, const StoneKeys& stones) {
  const Rules rules = pos.rules();
  game::Key key = board::zobrist(salt, 8, static_cast<std::uint32_t>(rules.side * 2 + (rules.swap ? 1 : 0)));
  // Stones alone do not tell the mover once the first of them was swapped.
  if (pos.to_move() == 1) key ^= mover_key(salt);
  // Without a branch: which cells are empty is no more to be foreseen than what stands on the others.
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    const auto stone = static_cast<std::size_t>(pos.at(cell));
    const game::Key is_there = stone == 0 ? 0 : ~game::Key{0};
    key ^= stones[stone / 2][static_cast<std::size_t>(cell)] & is_there;
  }
  return key;
}

}  // namespace

Position::Position(const Rules& rules)
    : side_(static_cast<std::uint8_t>(rules.side)), swap_allowed_(rules.swap), key_(recomputed_key()) {}

game::Key Position::recomputed_key() const { return key_from_scratch(*this, kSalt, kStoneKeys); }

CheckKeys::CheckKeys(std::uint64_t seed) : salt_(board::seeded_salt(kSalt, seed)), stones_(make_stone_keys(salt_)) {}

game::Key CheckKeys::of(const Position& pos) const { return key_from_scratch(pos, salt_, stones_); }

game::Key CheckKeys::of_after(game::Key before, const Position& pos, Move move) const {
  if (!move.is_swap()) return before ^ stones_[static_cast<std::size_t>(pos.to_move())][move.cell] ^ mover_key(salt_);
  Position after = pos;
  after.play(move);
  return of(after);
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
  const AroundCells& around = around_on(side_);
  std::array<std::uint8_t, kMaxCells> waiting;
  std::bitset<kMaxCells> seen;
  std::size_t count = 0;
  int edges = 0;
  waiting[count++] = static_cast<std::uint8_t>(cell);
  seen.set(static_cast<std::size_t>(cell));
  while (count > 0 && edges != kBothEdges) {
    const Around& here = around[waiting[--count]];
    edges |= here.edges[static_cast<std::size_t>(colour - 1)];
    for (std::size_t i = 0; i < here.count; ++i) {
      const std::uint8_t next = here.cells[i];
      if (at(next) != colour || seen[next]) continue;
      seen.set(next);
      waiting[count++] = next;
    }
  }
  return edges == kBothEdges;
}

}  // namespace partita::games::hex
