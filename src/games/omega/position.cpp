#include "games/omega/position.h"

#include <algorithm>

namespace partita::games::omega {

Position::Position(const Rules& rules)
    : board_(&geometry(rules.side)),
      key_(rules_key(rules)),
      side_(static_cast<std::uint8_t>(rules.side)),
      players_(static_cast<std::uint8_t>(rules.players)),
      tie_(rules.tie),
      pie_(rules.pie) {
  stone_.fill(kNoCell);
  size_.fill(1);
  for (std::size_t cell = 0; cell < parent_.size(); ++cell) parent_[cell] = static_cast<std::uint16_t>(cell);
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(cells()); ++cell) {
    stone_[cell] = kFree;
    free_.add(cell);
    grids_[kMaxColours].add(board_->grid_bit[cell]);
  }
  free_count_ = cells();
  pending_ = all_colours();
  key_ ^= turn_key();
}

game::Key Position::recomputed_key() const {
  game::Key key = rules_key(rules()) ^ turn_key() ^ (swapped_ ? kKeys.swapped : 0);
  for (int cell = 0; cell < cells(); ++cell) {
    if (!is_free(cell)) key ^= kKeys.stone[stone_at(cell)][static_cast<std::size_t>(cell)];
  }
  return key;
}

int Position::payoff(game::Seat seat) const {
  const auto all = scores();
  const auto count = static_cast<std::size_t>(players_);
  const Exact best = *std::max_element(all.begin(), all.begin() + players_);
  const Colour colour = colour_of(seat);
  if (all[colour] != best) return 0;
  if (tie_ == TieRule::kDraw)
    return game::kPoint / static_cast<int>(std::count(all.begin(), all.begin() + players_, best));
  const bool is_last = std::find(all.begin() + colour + 1, all.begin() + static_cast<std::ptrdiff_t>(count), best) ==
                       all.begin() + static_cast<std::ptrdiff_t>(count);
  return is_last ? game::kPoint : 0;
}

int Position::plies_left() const {
  const int round = players_ * players_;
  const int rest_of_round = std::popcount(pending_) + players_ * (players_ - 1 - mover_);
  // At the start of a round the round itself may not fit any more.
  if (mover_ == kWhite && starts_turn()) return free_count_ / round * round;
  return rest_of_round + (free_count_ - rest_of_round) / round * round;
}

bool Position::is_sound() const {
  if (mover_ == kWhite && starts_turn()) return true;
  return free_count_ >= std::popcount(pending_) + players_ * (players_ - 1 - mover_);
}

Exact Position::score(int colour) const {
  Exact product = 1;
  for_each_group_of(colour, [&](int, Colour, int size) { product *= static_cast<Exact>(size); });
  return product;
}

std::array<Exact, kMaxColours> Position::scores() const {
  std::array<Exact, kMaxColours> products{1, 1, 1, 1};
  for_each_group([&](int, Colour owner, int size) { products[owner] *= static_cast<Exact>(size); });
  return products;
}

std::int32_t Position::log_gain(int colour, int cell) const {
  const Geometry::Ring& ring = board_->rings[static_cast<std::size_t>(cell)];
  std::array<int, 3> roots{};
  std::size_t count = 0;
  std::size_t together = 1;
  std::int32_t apart = 0;
  for (std::uint64_t near = stones(colour).window(ring.first_byte) & ring.mask; near != 0; near &= near - 1) {
    const int root = group_of(static_cast<int>(ring.first_byte * 8) + std::countr_zero(near));
    if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count) continue;
    roots[count++] = root;
    const auto size = static_cast<std::size_t>(group_size(root));
    together += size;
    apart += kLogOfSize[size];
  }
  return kLogOfSize[together] - apart;
}

void Position::put(int colour, int cell) {
  Undo unused{};
  add_stone(static_cast<std::size_t>(colour), static_cast<std::size_t>(cell), unused);
}

void Position::set_turn(Colour mover, ColourSet pending, bool swapped) {
  key_ ^= turn_key();
  if (swapped != swapped_) key_ ^= kKeys.swapped;
  mover_ = mover;
  pending_ = pending;
  swapped_ = swapped;
  key_ ^= turn_key();
}

bool operator==(const Position& a, const Position& b) {
  return a.board_ == b.board_ && a.players_ == b.players_ && a.tie_ == b.tie_ && a.pie_ == b.pie_ &&
         a.swapped_ == b.swapped_ && a.mover_ == b.mover_ && a.pending_ == b.pending_ && a.key_ == b.key_ &&
         a.free_count_ == b.free_count_ && a.log_score_ == b.log_score_ && a.stone_ == b.stone_ &&
         a.stones_ == b.stones_;
}

}  // namespace partita::games::omega
