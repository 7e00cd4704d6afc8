#pragma once

#include <bit>

#include "games/tafl/position.h"

/// Who can come to a square: looked at from the square, without generating moves.
namespace partita::games::tafl {

namespace detail {

/// Whether no camp but the soldier's own lies on the way, given as places `low` < `high` of one line. `to` is one of
/// them.
inline bool is_way_open(unsigned camps, unsigned own_camp, unsigned low, unsigned high, unsigned to) {
  const unsigned way = ((1U << high) - 1U) & ~((2U << low) - 1U);
  return (camps & ~own_camp & (way | 1U << to)) == 0;
}

}  // namespace detail

/// Calls visit(from) for the soldiers of a side that can move to a free square, the king not asked. REQUIRES: `to` is
/// free and a soldier of the side may stop there, or is a camp square.
template <class Visit>
inline void for_each_origin(const Position& pos, Side side, Square to, Visit&& visit) {
  const Ground& ground = pos.ground();
  // A camp is no wall to the attackers that have not left it: whoever is seen through one is asked where it stands.
  const bool sees_camps = ground.camps != 0 && side == Side::kAttackers;
  const Cells walls = ground.blocked[index_of(side)] & (sees_camps ? ~ground.camps : ~Cells{0});
  const Cells soldiers = pos.pieces(side) & ~cell_of(pos.king());
  const unsigned file = kGridTables.file[to];
  const unsigned rank = kGridTables.rank[to];
  const unsigned row = kReach[file][line_at(pos.occupied() | walls, static_cast<int>(rank))] | 1U << file;
  const unsigned column = kReach[rank][line_at(pos.board().columns | walls, static_cast<int>(file))] | 1U << rank;
  const auto visit_in_row = [&](unsigned place, unsigned low, unsigned high) {
    const auto from = static_cast<Square>(kStride * rank + place);
    if (place >= kStride || !has(soldiers, from)) return;
    if (sees_camps && !detail::is_way_open(line_at(ground.camps, static_cast<int>(rank)),
                                           line_at(ground.own_camp[from], static_cast<int>(rank)), low, high, file)) {
      return;
    }
    visit(from);
  };
  const auto visit_in_column = [&](unsigned place, unsigned low, unsigned high) {
    const auto from = static_cast<Square>(kStride * place + file);
    if (place >= kStride || !has(soldiers, from)) return;
    if (sees_camps &&
        !detail::is_way_open(line_at(ground.camps, static_cast<int>(file)),
                             line_at(ground.own_camp_columns[from], static_cast<int>(file)), low, high, rank)) {
      return;
    }
    visit(from);
  };
  const auto west = static_cast<unsigned>(std::countr_zero(row)) - 1U;
  const auto east = static_cast<unsigned>(std::bit_width(row));
  const auto south = static_cast<unsigned>(std::countr_zero(column)) - 1U;
  const auto north = static_cast<unsigned>(std::bit_width(column));
  visit_in_row(west, west, file);
  visit_in_row(east, file, east);
  visit_in_column(south, south, rank);
  visit_in_column(north, rank, north);
}

}  // namespace partita::games::tafl
