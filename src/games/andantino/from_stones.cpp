// A position from its stones alone: everything play() keeps up to date, derived once.
#include "games/andantino/position.h"

namespace partita::games::andantino {

namespace {

std::uint32_t stones_in(const CellSet& set) {
  std::uint32_t count = 0;
  for (const std::uint32_t row : set.rows) count += static_cast<std::uint32_t>(std::popcount(row));
  return count;
}

}  // namespace

Position Position::from_stones(const Rules& rules, const CellSet& white, const CellSet& black) {
  Position pos(rules, Empty{});
  for_each_cell(rules.side, [&](Cell cell) {
    if (white.has(cell)) pos.put(Colour::kWhite, cell);
    if (black.has(cell)) pos.put(Colour::kBlack, cell);
  });
  if (pos.stone_count() == 1) pos.allow_first_move();
  if (stones_in(white) == stones_in(black)) {
    pos.mover_ = Colour::kBlack;
    pos.key_ ^= kMoverKey;
  }
  pos.derive_fives(Colour::kWhite);
  pos.derive_fives(Colour::kBlack);
  pos.derive_ending();
  pos.derive_marks();
  return pos;
}

void Position::put(Colour colour, Cell cell) {
  Lines& lines = stones_[index_of(colour)];
  const Arcs& arcs = kArcs[neighbour_bits(lines, cell)];
  Groups::Saved groups;
  LegalCells::Saved legal;
  groups_.place(cell, arcs);
  groups_.join(cell, arcs, groups);
  lines.toggle(cell);
  cells_.place(cell, legal);
  key_ ^= kStoneKeys[cell][index_of(colour)];
  --empty_count_;
  reach_ = std::max(reach_, kDistances[cell]);
}

void Position::derive_fives(Colour colour) {
  for_each_cell(side_, [&](Cell cell) {
    const Lines& lines = stones_[index_of(colour)];
    if (!lines.has(cell)) return;
    const auto windows = lines.windows(cell);
    add_five_cells(fives_[index_of(colour)], cells_.empty(), cell,
                   {kFiveCompletions[windows[0]], kFiveCompletions[windows[1]], kFiveCompletions[windows[2]]},
                   [](Cell) {});
  });
}

/// Fills in the areas this colour has closed; true if one of them holds a prisoner.
bool Position::derive_areas(Colour colour) {
  const std::size_t own = index_of(colour);
  CellSet seen;
  bool has_prisoner = false;
  for_each_cell(side_, [&](Cell cell) {
    if (stones_[own].has(cell) || seen.has(cell)) return;
    const Area area = area_around(cell, terrain(colour));
    for (std::size_t row = 0; row < kGridRows; ++row) seen.rows[row] |= area.cells.rows[row];
    if (area.reaches_edge) return;
    if (area.has_prisoner) {
      has_prisoner = true;
    } else {
      closed_[own].add(area.cells);
    }
  });
  return has_prisoner;
}

void Position::derive_marks() {
  for (std::size_t row = 0; row < kGridRows; ++row) marked_.rows[row] = marks_in_row(row);
  if (stone_count() > 1) return;
  for (const int distance : kNeighbours) marked_.add(step(kCentre, distance));
}

void Position::derive_ending() {
  const Colour last = other(mover_);
  const bool is_five = has_five(stones_[index_of(last)]);
  const bool is_enclosure = derive_areas(last);
  const bool is_suicide = derive_areas(mover_);
  bool is_bound_reached = false;
  for_each_cell(side_, [&](Cell cell) { is_bound_reached |= bound_.has(cell) && !cells_.empty().has(cell); });
  winner_ = is_five || is_enclosure ? last : (is_suicide ? mover_ : Colour::kWhite);
  if (is_five) {
    end_kind_ = is_enclosure ? EndKind::kFiveAndEnclosure : EndKind::kFive;
  } else if (is_enclosure) {
    end_kind_ = EndKind::kEnclosure;
  } else if (is_suicide) {
    end_kind_ = EndKind::kSuicide;
  } else if (is_bound_reached) {
    end_kind_ = EndKind::kBoundReached;
  } else if (cells_.is_none()) {
    end_kind_ = EndKind::kDraw;
  }
}

}  // namespace partita::games::andantino
