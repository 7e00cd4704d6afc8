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

namespace detail {

/// A place on the file of a piece, told apart from one on its rank.
inline constexpr unsigned kOnFile = 16;

/// Calls visit(to, place) for what a piece on `from` reaches of the stops on its rank, then on its file. A place on the
/// rank is a file, and one on the file kOnFile + a rank.
template <class Visit>
[[gnu::always_inline]] inline void for_each_reached(Square from, const Blockers& blockers, unsigned row_stops,
                                                    unsigned column_stops, Visit&& visit) {
  const std::size_t file = kGridTables.file[from];
  const std::size_t rank = kGridTables.rank[from];
  const auto row_start = static_cast<unsigned>(kStride * rank);
  for (unsigned line = kReach[file][line_at(blockers.rows, static_cast<int>(rank))] & row_stops; line != 0;
       line &= line - 1) {
    const auto place = static_cast<unsigned>(std::countr_zero(line));
    visit(static_cast<Square>(row_start + place), place);
  }
  for (unsigned line = kReach[rank][line_at(blockers.columns, static_cast<int>(file))] & column_stops; line != 0;
       line &= line - 1) {
    const auto place = static_cast<unsigned>(std::countr_zero(line));
    visit(static_cast<Square>(file + kStride * place), kOnFile + place);
  }
}

}  // namespace detail

/// Calls visit(to, place) for each square a piece of this kind slides to from `from`: along its rank, then along its
/// file.
template <class Visit>
[[gnu::always_inline]] inline void for_each_place(const Ground& ground, Kind kind, Square from,
                                                  const Blockers& blockers, Visit&& visit) {
  const auto& stops = ground.stop_lines[index_of(kind)];
  detail::for_each_reached(from, blockers, stops[kGridTables.rank[from]], stops[kGridTables.file[from]], visit);
}

template <class Visit>
inline void for_each_target(const Ground& ground, Kind kind, Square from, const Blockers& blockers, Visit&& visit) {
  for_each_place(ground, kind, from, blockers, [&](Square to, unsigned) { visit(to); });
}

/// The same for an attacker that has not left its camp: its own camp's squares are open to it.
template <class Visit>
[[gnu::always_inline]] inline void for_each_camp_place(const Position& pos, Square from, Visit&& visit) {
  const Ground& ground = pos.ground();
  const std::size_t file = kGridTables.file[from];
  const std::size_t rank = kGridTables.rank[from];
  const Cells walls = ground.blocked[index_of(Kind::kAttacker)];
  // Camps are symmetric as a whole but a single one is not: its set by files is another one.
  const Cells camp = ground.own_camp[from];
  const Cells camp_columns = ground.own_camp_columns[from];
  const auto& stops = ground.stop_lines[index_of(Kind::kAttacker)];
  detail::for_each_reached(from, {pos.occupied() | (walls & ~camp), pos.board().columns | (walls & ~camp_columns)},
                           stops[rank] | line_at(camp, static_cast<int>(rank)),
                           stops[file] | line_at(camp_columns, static_cast<int>(file)), visit);
}

/// Calls visit(from, to, place) for every move of a side's soldiers, whoever is to move, in board order.
template <class Visit>
[[gnu::always_inline]] inline void for_each_soldier_move(const Position& pos, Side side, Visit&& visit) {
  const Ground& ground = pos.ground();
  const auto kind = static_cast<Kind>(side);
  const Blockers blockers = blockers_for(pos, kind);
  const bool has_camps = ground.camps != 0 && side == Side::kAttackers;
  for_each_cell(
      pos.pieces(side) & ~cell_of(pos.king()), [&](Square from) __attribute__((always_inline)) {
        const auto visit_from = [&](Square to, unsigned place) __attribute__((always_inline)) {
          visit(from, to, place);
        };
        if (has_camps && has(ground.camps, from)) {
          for_each_camp_place(pos, from, visit_from);
        } else {
          for_each_place(ground, kind, from, blockers, visit_from);
        }
      });
}
/// Calls visit(to, place) for every move of the king.
template <class Visit>
[[gnu::always_inline]] inline void for_each_king_move(const Position& pos, Visit&& visit) {
  if (pos.king() != kNoSquare)
    for_each_place(pos.ground(), Kind::kKing, pos.king(), blockers_for(pos, Kind::kKing), visit);
}
/// Calls visit(from, to) for every move of a side, soldiers first.
template <class Visit>
inline void for_each_move(const Position& pos, Side side, Visit&& visit) {
  for_each_soldier_move(pos, side, [&](Square from, Square to, unsigned) { visit(from, to); });
  if (side == Side::kDefenders) for_each_king_move(pos, [&](Square to, unsigned) { visit(pos.king(), to); });
}

/// Whether any two squares make a legal move of the mover.
inline bool is_legal(const Position& pos, Move move) {
  const Square from = move.from();
  const Square to = move.to();
  if (!has(pos.pieces(pos.mover()), from) || to >= kSquares) return false;
  const Ground& ground = pos.ground();
  const std::size_t kind = index_of(pos.kind_of(from));
  const bool may_use_camp = kind == index_of(Kind::kAttacker);
  const std::size_t file = kGridTables.file[from];
  const std::size_t rank = kGridTables.rank[from];
  if (kGridTables.rank[to] == rank) {
    const Cells camp = may_use_camp ? ground.own_camp[from] : 0;
    const unsigned blockers = line_at(pos.occupied() | (ground.blocked[kind] & ~camp), static_cast<int>(rank));
    const unsigned stops = ground.stop_lines[kind][rank] | line_at(camp, static_cast<int>(rank));
    return ((kReach[file][blockers] & stops) >> kGridTables.file[to] & 1) != 0;
  }
  if (kGridTables.file[to] != file) return false;
  const Cells camp = may_use_camp ? ground.own_camp_columns[from] : 0;
  const unsigned blockers = line_at(pos.board().columns | (ground.blocked[kind] & ~camp), static_cast<int>(file));
  const unsigned stops = ground.stop_lines[kind][file] | line_at(camp, static_cast<int>(file));
  return ((kReach[rank][blockers] & stops) >> kGridTables.rank[to] & 1) != 0;
}

/// Appends the mover's legal moves: soldiers in board order, then the king.
template <class List>
inline void generate_moves(const Position& pos, List& list) {
  for_each_move(pos, pos.mover(), [&](Square from, Square to) { list.push_back(Move(from, to)); });
}

}  // namespace partita::games::tafl
