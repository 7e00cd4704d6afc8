#pragma once

#include "games/tafl/lines.h"
#include "games/tafl/move_generation.h"
#include "games/tafl/origins.h"

/// Questions about lines that tactics and evaluation share, answered without generating moves.
namespace partita::games::tafl {

namespace detail {

template <int Shift>
constexpr Cells shifted(Cells cells) {
  if constexpr (Shift > 0) {
    return cells << Shift;
  } else {
    return cells >> -Shift;
  }
}
/// Parallel-prefix slide by `Shift` per step: eleven squares are covered by 1 + 2 + 4 + 8 steps, nine by 1 + 2 + 4 + 1.
template <int Shift, int kMostSteps = 15>
[[gnu::always_inline]] constexpr Cells slide(Cells from, const Cells open) {
  Cells reached = from | (open & shifted<Shift>(from));
  const Cells pairs = open & shifted<Shift>(open);
  reached |= pairs & shifted<2 * Shift>(reached);
  const Cells fours = pairs & shifted<2 * Shift>(pairs);
  reached |= fours & shifted<4 * Shift>(reached);
  if constexpr (kMostSteps <= 8) return reached | (open & shifted<Shift>(reached));
  return reached | (fours & shifted<4 * Shift>(fours) & shifted<8 * Shift>(reached));
}

}  // namespace detail

/// Whether two files of the grid are left free beside the board: what steps over the board's edge then falls on one of
/// them, and is nowhere. Otherwise sets must be masked before they are shifted.
enum class BoardWidth { kNarrow, kWhole };

/// Every square that some rook of the set reaches in one move through open squares of the board; the set itself
/// included.
template <BoardWidth kGridKind>
[[gnu::always_inline]] constexpr Cells slide_all(Cells from, Cells open) {
  constexpr Cells kAll = ~Cells{0};
  constexpr bool kMasks = kGridKind == BoardWidth::kWhole;
  // Eastward a sum does it: a carry runs through open squares until one is closed. A seed on
  // the way of another seed's carry is cleared by the sum, so the seeds are added to the result.
  const Cells east_open = open & (kMasks ? ~kFirstFile : kAll);
  const Cells seeds = (from << 1) & east_open;
  const Cells eastward = (((east_open + seeds) ^ east_open) | seeds) & east_open;
  constexpr int kSteps = kMasks ? kStride - 1 : 8;
  return detail::slide<kStride, kSteps>(from, open) | detail::slide<-kStride, kSteps>(from, open) | eastward |
         detail::slide<-1, kSteps>(from, open & (kMasks ? ~kLastFile : kAll));
}

/// What the king reaches in one move.
[[gnu::always_inline]] inline Cells king_reach(const Position& pos) {
  const Blockers blockers = blockers_for(pos, Kind::kKing);
  return rook_reach(pos.king(), blockers.rows, blockers.columns);
}

/// Where a king on `place` would win at once, as bits along its rank and along its file.
struct EscapeRoads {
  unsigned along_rank = 0;
  unsigned along_file = 0;
  bool any() const { return (along_rank | along_file) != 0; }
  int count() const { return std::popcount(along_rank) + std::popcount(along_file); }
};
inline EscapeRoads escape_roads(const Ground& ground, Square place, const Blockers& blockers) {
  const std::size_t file = kGridTables.file[place];
  const std::size_t rank = kGridTables.rank[place];
  return {
      kReach[file][line_at(blockers.rows, static_cast<int>(rank))] & line_at(ground.escapes, static_cast<int>(rank)),
      kReach[rank][line_at(blockers.columns, static_cast<int>(file))] &
          line_at(ground.escapes, static_cast<int>(file))};
}
inline EscapeRoads escape_roads(const Position& pos) {
  if (!has(pos.ground().escape_lines, pos.king())) return {};
  return escape_roads(pos.ground(), pos.king(), blockers_for(pos, Kind::kKing));
}

namespace detail {

/// Squares with a member of `prey` beside them and one of `hostile` behind it. Some may lie beside the board.
template <BoardWidth kGridKind>
constexpr Cells behind(Cells prey, Cells hostile) {
  if constexpr (kGridKind == BoardWidth::kNarrow) {
    return (prey & hostile >> kStride) >> kStride | (prey & hostile << kStride) << kStride |
           (prey & hostile << 1) << 1 | (prey & hostile >> 1) >> 1;
  } else {
    return south(prey & south(hostile)) | north(prey & north(hostile)) | east(prey & east(hostile)) |
           west(prey & west(hostile));
  }
}

}  // namespace detail

/// Free squares from which a piece of `side`, moving there, takes a soldier by custodian capture. Camps' shelter is
/// respected; linnaean and shieldwall captures are not looked for.
template <BoardWidth kGridKind>
[[gnu::always_inline]] inline Cells capture_squares(const Position& pos, Side side) {
  const Ground& ground = pos.ground();
  const Side enemy = other(side);
  const Cells own = pos.pieces(side);
  const Cells victims = pos.pieces(enemy) & ~cell_of(pos.king());
  const Cells anvils = own | ground.hostile[index_of(enemy)][pos.is_king_on_throne() ? 1 : 0];
  const Cells sheltered = enemy == Side::kAttackers ? victims & ground.camps : 0;
  Cells squares = detail::behind<kGridKind>(victims & ~sheltered, anvils);
  if (sheltered != 0) squares |= detail::behind<kGridKind>(sheltered, own | (anvils & ~ground.camps));
  return squares & ground.board & ~pos.occupied();
}
inline Cells capture_squares(const Position& pos, Side side) {
  return pos.ground().is_narrow ? capture_squares<BoardWidth::kNarrow>(pos, side)
                                : capture_squares<BoardWidth::kWhole>(pos, side);
}

}  // namespace partita::games::tafl
