#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "game/types.h"

namespace partita::search::montecarlo {

/// Shares of the point by seat, as reals: what one simulation is worth to everybody.
using Reward = std::array<float, game::kMaxSeats>;

/// A proven result: every seat's payoff and the plies to the end, packed into 32 bits so that workers exchange it as
/// one atomic word. Payoffs are at most 12 and sum to 12, so a word of zero can mean "nothing proven".
class ProvenResult {
 public:
  static constexpr int kUnknownDistance = 65535;

  constexpr ProvenResult() = default;
  explicit constexpr ProvenResult(std::uint32_t bits) : bits_(bits) {}
  /// REQUIRES: payoffs sum to kPoint over the seats.
  template <class PayoffOf>
  static constexpr ProvenResult of(int seats, PayoffOf&& payoff_of, int distance) {
    std::uint32_t bits = static_cast<std::uint32_t>(std::min(distance, kUnknownDistance)) << 16;
    for (int seat = 0; seat < seats; ++seat) {
      bits |= static_cast<std::uint32_t>(payoff_of(static_cast<game::Seat>(seat))) << (4 * seat);
    }
    return ProvenResult(bits);
  }

  constexpr bool is_known() const { return bits_ != 0; }
  constexpr int payoff(int seat) const { return static_cast<int>((bits_ >> (4 * seat)) & 15U); }
  constexpr int distance() const { return static_cast<int>(bits_ >> 16); }
  constexpr bool is_distance_known() const { return distance() < kUnknownDistance; }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool has_same_payoffs(ProvenResult other) const { return ((bits_ ^ other.bits_) & 0xFFFFU) == 0; }
  /// The same result seen from one ply earlier. REQUIRES: is_known().
  constexpr ProvenResult one_ply_earlier() const {
    return !is_distance_known() ? *this : ProvenResult(bits_ + (1U << 16));
  }

  constexpr Reward reward() const {
    Reward shares{};
    for (int seat = 0; seat < game::kMaxSeats; ++seat) {
      shares[static_cast<std::size_t>(seat)] = static_cast<float>(payoff(seat)) / static_cast<float>(game::kPoint);
    }
    return shares;
  }

 private:
  std::uint32_t bits_ = 0;
};

/// Of two proven results the one `mover` would rather have: the larger payoff; among wins the nearer end, else the
/// farther.
constexpr bool is_better_for(int mover, ProvenResult a, ProvenResult b) {
  if (a.payoff(mover) != b.payoff(mover)) return a.payoff(mover) > b.payoff(mover);
  return a.payoff(mover) == game::kPoint ? a.distance() < b.distance() : a.distance() > b.distance();
}

}  // namespace partita::search::montecarlo
