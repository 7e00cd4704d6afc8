#pragma once

#include <array>
#include <cstdint>

#include "games/hex/position.h"

namespace partita::games::hex {

/// How many empty cells a seat must still fill to reach a cell from one of its edges, the cell itself included if
/// empty.
struct Distances {
  static constexpr int kFar = 1000;
  std::array<std::int16_t, kMaxCells> to;
};

/// From the top (Red) or left (Blue) edge, or with `from_last_edge` from the bottom or right one.
Distances distances_from_edge(const Position& pos, game::Seat seat, bool from_last_edge);
/// The least number of empty cells that would join the seat's two edges; kFar if they are cut off for good.
int distance_to_win(const Position& pos, game::Seat seat);

/// Which empty cells touch an edge of a seat, or its stones that are joined to the edge: a stone there joins the edge
/// too.
class EdgeReach {
 public:
  EdgeReach(const Position& pos, game::Seat seat);

  /// Whether a stone on some cell would join both edges.
  bool has_winning_cell() const { return has_winning_cell_; }
  /// REQUIRES: the cell is empty.
  bool is_winning(int cell) const { return reached_[static_cast<std::size_t>(cell)] == kBoth; }

 private:
  static constexpr std::uint8_t kBoth = 3;

  void flood(const Position& pos, game::Seat seat, std::uint8_t edge);

  std::array<std::uint8_t, kMaxCells> reached_{};
  bool has_winning_cell_ = false;
};

/// The empty cells on which `seat` would win at once.
template <class Visit>
void for_each_winning_cell(const Position& pos, game::Seat seat, Visit&& visit) {
  const EdgeReach reach(pos, seat);
  if (!reach.has_winning_cell()) return;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) == 0 && reach.is_winning(cell)) visit(cell);
  }
}

}  // namespace partita::games::hex
