#pragma once

#include <bit>

#include "games/tafl/position.h"

namespace partita::games::tafl {

/// Blockers by ranks and by files for one kind of piece.
struct Blockers {
  Cells rows = 0;
  Cells columns = 0;
};

inline Blockers blockers_for(const Position& pos, Kind kind) {
  const Cells blocked = pos.ground().blocked[index_of(kind)];
  return {pos.occupied() | blocked, pos.board().columns | blocked};
}

/// Calls visit(to) for each square a piece of this kind slides to from `from`: along its rank, then along its file.
template <class Visit>
inline void for_each_target(const Ground& ground, Kind kind, Square from, const Blockers& blockers, Visit&& visit) {
  const std::size_t file = kGridTables.file[from];
  const std::size_t rank = kGridTables.rank[from];
  const auto& stops = ground.stop_lines[index_of(kind)];
  const auto row_start = static_cast<unsigned>(kStride * rank);
  for (unsigned line = kReach[file][line_at(blockers.rows, static_cast<int>(rank))] & stops[rank]; line != 0;
       line &= line - 1) {
    visit(static_cast<Square>(row_start + static_cast<unsigned>(std::countr_zero(line))));
  }
  for (unsigned line = kReach[rank][line_at(blockers.columns, static_cast<int>(file))] & stops[file]; line != 0;
       line &= line - 1) {
    visit(static_cast<Square>(file + kStride * static_cast<unsigned>(std::countr_zero(line))));
  }
}

/// The same for an attacker that has not left its camp: its own camp's squares are open to it.
template <class Visit>
inline void for_each_camp_target(const Position& pos, Square from, Visit&& visit) {
  const Ground& ground = pos.ground();
  const Cells blocked = ground.blocked[index_of(Kind::kAttacker)] & ~ground.own_camp[from];
  // Camps are symmetric as a whole but a single one is not: the set by files needs the real transposition.
  const Cells columns = ground.blocked[index_of(Kind::kAttacker)] & ~transposed(ground.own_camp[from]);
  for_each_cell(rook_reach(from, pos.occupied() | blocked, pos.board().columns | columns), visit);
}

/// Calls visit(from, to) for every move of a side, whoever is to move, in board order of the moving piece.
template <class Visit>
inline void for_each_move(const Position& pos, Side side, Visit&& visit) {
  const Ground& ground = pos.ground();
  const auto kind = static_cast<Kind>(side);
  const Blockers blockers = blockers_for(pos, kind);
  const bool has_camps = ground.camps != 0 && side == Side::kAttackers;
  for_each_cell(pos.pieces(side) & ~cell_of(pos.king()), [&](Square from) {
    if (has_camps && has(ground.camps, from)) {
      for_each_camp_target(pos, from, [&](Square to) { visit(from, to); });
    } else {
      for_each_target(ground, kind, from, blockers, [&](Square to) { visit(from, to); });
    }
  });
  if (side == Side::kDefenders && pos.king() != kNoSquare) {
    const Square king = pos.king();
    for_each_target(ground, Kind::kKing, king, blockers_for(pos, Kind::kKing), [&](Square to) { visit(king, to); });
  }
}

/// Appends the mover's legal moves: soldiers in board order, then the king.
template <class List>
inline void generate_moves(const Position& pos, List& list) {
  for_each_move(pos, pos.mover(), [&](Square from, Square to) { list.push_back(Move(from, to)); });
}

}  // namespace partita::games::tafl
