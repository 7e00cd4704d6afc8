#pragma once

#include <array>
#include <cstdint>

#include "base/fixed_vector.h"
#include "base/random.h"
#include "game/refinements.h"
#include "games/hex/position.h"

namespace partita::games::hex {

/// The rhombus inside a rim of stones, each edge in the colour of the side that joins it, so that an edge counts as a
/// stone. Rows are a fixed number of bytes apart: a neighbour is one addition away, whatever the board's side.
class RimmedBoard {
 public:
  static constexpr int kWidth = kMaxSide + 2;
  static constexpr std::size_t kPlaces = static_cast<std::size_t>(kWidth) * kWidth;
  /// The six neighbours in a circle: each touches the one before and the one after it.
  static constexpr std::array<int, 6> kRing = {1, kWidth, kWidth - 1, -1, -kWidth, -kWidth + 1};

  explicit RimmedBoard(const Position& pos);

  static int place_of(int cell, int side) { return (cell / side + 1) * kWidth + cell % side + 1; }
  int cell_of(int place) const { return (place / kWidth - 1) * side_ + place % kWidth - 1; }

  int side() const { return side_; }
  /// 0 empty, 1 + seat otherwise, as in Position::at.
  int at(int place) const { return stones_[static_cast<std::size_t>(place)]; }
  void put(int place, game::Seat seat) {
    stones_[static_cast<std::size_t>(place)] = static_cast<std::uint8_t>(seat + 1);
  }

  /// The place that keeps two stones of `seat` joined after the other side has played `place` between them (a bridge
  /// has two such places); 0 if no bridge was broken. Which of several is found first depends on `start` below 6.
  int bridge_reply(int place, game::Seat seat, int start) const;
  /// REQUIRES: no empty place.
  game::Seat winner_when_full() const;

 private:
  std::array<std::uint8_t, kPlaces> stones_;
  int side_;
};

}  // namespace partita::games::hex
