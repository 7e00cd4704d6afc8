#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "server/wire.h"

/// What follows from the plies of a game and where its turns end.
namespace partita::server {

/// A set of seats, one bit each.
using SeatSet = unsigned;
constexpr SeatSet seat_bit(int seat) { return 1U << static_cast<unsigned>(seat); }

/// The number of plies that remain when the last turn of these seats is taken back with everything after it; nothing if
/// they have not moved.
inline std::optional<std::size_t> take_back_to(const std::vector<PlyView>& plies, SeatSet seats) {
  std::size_t last = plies.size();
  while (last > 0 && (seats & seat_bit(plies[last - 1].seat)) == 0) --last;
  if (last == 0) return std::nullopt;
  std::size_t first = last - 1;
  while (first > 0 && !plies[first - 1].ends_turn) --first;
  return first;
}

/// After so many plies the swap may be asked for: the first end of a turn at or after `swap_after`.
inline std::optional<std::size_t> swap_point(const std::vector<PlyView>& plies, int swap_after) {
  if (swap_after <= 0) return std::nullopt;
  for (std::size_t i = static_cast<std::size_t>(swap_after); i <= plies.size(); ++i) {
    if (plies[i - 1].ends_turn) return i;
  }
  return std::nullopt;
}

inline bool has_finished_turn(const std::vector<PlyView>& plies) {
  for (const PlyView& ply : plies) {
    if (ply.ends_turn) return true;
  }
  return false;
}

}  // namespace partita::server
