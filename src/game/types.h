#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace partita::game {

/// A player's place in turn order, from 0.
using Seat = std::uint8_t;
inline constexpr int kMaxSeats = 4;

/// Hash of a position: everything that the rules look at, the mover included; not the past.
using Key = std::uint64_t;

/// A search value from one side's view. |evaluation| <= kEvalLimit < |proven value| <= kWin.
using Score = std::int32_t;
inline constexpr Score kWin = 2'000'000'000;
/// A win n plies from the root is worth kWin - n, a loss n - kWin.
inline constexpr Score kLongestWin = 100'000;
inline constexpr Score kWinBound = kWin - kLongestWin;
inline constexpr Score kEvalLimit = 1'900'000'000;
inline constexpr Score kInfinite = 2'000'000'001;

constexpr bool is_proven(Score score) { return score >= kWinBound || score <= -kWinBound; }
constexpr Score win_in(int plies) { return kWin - plies; }
constexpr Score loss_in(int plies) { return plies - kWin; }

/// Payoffs are twelfths of the one point a game is worth, so that 2, 3 or 4 tied players share it exactly. They always
/// sum to kPoint over the seats.
inline constexpr int kPoint = 12;

}  // namespace partita::game
