#include "games/hex/playout.h"

#include <algorithm>

#include "games/hex/hex.h"

namespace partita::games::hex {

namespace {

constexpr int kRed = 1;
constexpr int kBlue = 2;
/// Where two edges meet: nobody's stone, and not empty.
constexpr int kCorner = 3;

/// The empty places in random order, with every place's position in it, so that one out of turn can be taken too.
class EmptyPlaces {
 public:
  EmptyPlaces(const Position& pos, base::Random& random) {
    for (int cell = 0; cell < pos.cell_count(); ++cell) {
      if (pos.at(cell) == 0) places_[size_++] = static_cast<std::uint8_t>(RimmedBoard::place_of(cell, pos.side()));
    }
    for (std::uint32_t i = size_; i > 1; --i) std::swap(places_[i - 1], places_[random.below(i)]);
    for (std::uint32_t i = 0; i < size_; ++i) index_[places_[i]] = static_cast<std::uint8_t>(i);
  }

  bool is_empty() const { return used_ == size_; }
  int take_next() { return places_[used_++]; }
  /// REQUIRES: the place has not been taken.
  void take(int place) {
    const std::uint8_t next = places_[used_];
    const std::uint8_t at = index_[static_cast<std::size_t>(place)];
    places_[at] = next;
    index_[next] = at;
    ++used_;
  }

 private:
  std::array<std::uint8_t, kMaxCells> places_;
  std::array<std::uint8_t, RimmedBoard::kPlaces> index_;
  std::uint32_t size_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace

RimmedBoard::RimmedBoard(const Position& pos) : side_(pos.side()) {
  stones_.fill(0);
  const auto rim = [&](int row, int column) -> std::uint8_t& {
    return stones_[static_cast<std::size_t>((row + 1) * kWidth + column + 1)];
  };
  for (int i = 0; i < side_; ++i) {
    rim(-1, i) = rim(side_, i) = kRed;
    rim(i, -1) = rim(i, side_) = kBlue;
  }
  for (const int row : {-1, side_}) rim(row, -1) = rim(row, side_) = kCorner;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    stones_[static_cast<std::size_t>(place_of(cell, side_))] = static_cast<std::uint8_t>(pos.at(cell));
  }
}

int RimmedBoard::bridge_reply(int place, game::Seat seat, int start) const {
  const int own = seat + 1;
  std::array<int, 8> around;
  for (std::size_t i = 0; i < 6; ++i) around[i] = at(place + kRing[i]);
  around[6] = around[0];
  around[7] = around[1];
  for (int i = 0; i < 6; ++i) {
    const auto from = static_cast<std::size_t>((start + i) % 6);
    if (around[from] == own && around[from + 1] == 0 && around[from + 2] == own) return place + kRing[(from + 1) % 6];
  }
  return 0;
}

game::Seat RimmedBoard::winner_when_full() const {
  // Follows the border between red and blue stones from the top left corner, red on one hand and blue on the other: it
  // ends at the bottom if red stones lead there, and at the right if blue ones do.
  int blue = place_of(0, side_) - 1;
  std::size_t direction = 5;  // from the blue stone beside the border to the red one
  for (;;) {
    const int ahead = blue + kRing[direction == 5 ? 0 : direction + 1];
    if (ahead / kWidth == side_ + 1) return 0;
    if (ahead % kWidth == side_ + 1) return 1;
    if (at(ahead) == kRed) {
      direction = direction == 5 ? 0 : direction + 1;
    } else {
      blue = ahead;
      direction = direction == 0 ? 5 : direction - 1;
    }
  }
}

void Hex::playout(const Position& pos, game::PlayoutPolicy policy, base::Random& random, game::Playout<Hex>& playout) {
  RimmedBoard board(pos);
  EmptyPlaces empty(pos, random);
  auto mover = static_cast<game::Seat>(pos.to_move());
  playout.slots.clear();
  int last = 0;
  while (!empty.is_empty()) {
    int place = 0;
    if (policy == game::PlayoutPolicy::kBiased && last != 0) {
      place = board.bridge_reply(last, mover, static_cast<int>(random.below(6)));
    }
    if (place == 0) {
      place = empty.take_next();
    } else {
      empty.take(place);
    }
    board.put(place, mover);
    playout.slots.push_back(static_cast<std::uint16_t>(board.cell_of(place) * 2 + mover));
    last = place;
    mover = static_cast<game::Seat>(mover ^ 1);
  }
  const game::Seat winner = board.winner_when_full();
  playout.payoff.fill(0);
  playout.payoff[winner] = game::kPoint;
  playout.margin.fill(0);
}

}  // namespace partita::games::hex
