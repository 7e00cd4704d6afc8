#include "games/hex/deduction.h"

#include <algorithm>

namespace partita::games::hex {

namespace {

/// Connections that are continued before the search for more is given up: more prove little and cost much.
constexpr std::size_t kMostLinks = 4000;

WideStones wide_stones(const Position& pos) {
  WideStones stones;
  for (int cell = 0; cell < pos.cell_count(); ++cell) {
    if (pos.at(cell) != 0) stones.of[static_cast<std::size_t>(pos.at(cell) - 1)] |= single_cell<WideCellSet>(cell);
  }
  return stones;
}

void list_cells(const WideCellSet& cells, base::FixedVector<Move, kMaxCells + 1>& moves) {
  for_each_cell(cells, [&](int cell) { moves.push_back(Move{static_cast<std::uint8_t>(cell)}); });
}

const WideCellSet& smallest_of(const std::vector<WideCellSet>& carriers) {
  return *std::min_element(carriers.begin(), carriers.end(),
                           [](const WideCellSet& a, const WideCellSet& b) { return count_cells(a) < count_cells(b); });
}

}  // namespace

game::Threat Deduction::find(const Position& pos, base::FixedVector<Move, kMaxCells + 1>& moves) {
  // What may be swapped away has two owners.
  if (pos.rules().swap && !pos.has_swapped() && pos.ply() <= 1) return game::Threat::kNone;
  const WideStones stones = wide_stones(pos);
  const auto mover = static_cast<game::Seat>(pos.to_move());
  const auto others = connections_.between_edges(stones, static_cast<game::Seat>(1 - mover), false, kMostLinks);
  if (!others.joined.empty()) return game::Threat::kLost;
  const auto own = connections_.between_edges(stones, mover, true, kMostLinks);
  if (!own.joined.empty() || !own.nearly.empty()) {
    // A stone on a carrier that needs none still brings the end nearer.
    list_cells(smallest_of(own.joined.empty() ? own.nearly : own.joined), moves);
    return game::Threat::kWon;
  }
  if (others.nearly.empty()) return game::Threat::kNone;
  // Whoever plays outside a carrier lets the other join through it.
  WideCellSet must_play = others.nearly.front();
  for (const WideCellSet& carrier : others.nearly) must_play &= carrier;
  list_cells(must_play, moves);
  return moves.empty() ? game::Threat::kLost : game::Threat::kForced;
}

}  // namespace partita::games::hex
