#include "games/andantino/position.h"

namespace partita::games::andantino {

Position::Position(const Rules& rules, Empty)
    : key_(rules_key(rules.side, rules.kind == Rules::Kind::kUnbounded)),
      cell_count_(static_cast<std::uint16_t>(board::hex_cell_count(rules.side))),
      empty_count_(cell_count_),
      side_(static_cast<std::uint8_t>(rules.side)),
      unbounded_(rules.kind == Rules::Kind::kUnbounded) {
  for_each_cell(rules.side, [this](Cell cell) {
    cells_.add_to_board(cell);
    if (unbounded_ && board::is_on_rim(hex_of(cell), side_)) bound_.add(cell);
  });
}

Position::Position(const Rules& rules) : Position(rules, Empty{}) {
  put(Colour::kBlack, kCentre);
  allow_first_move();
}

int Position::payoff(game::Seat seat) const {
  const bool has_winner = is_over() && end_kind_ != EndKind::kDraw && end_kind_ != EndKind::kBoundReached;
  if (!has_winner) return game::kPoint / 2;
  return static_cast<game::Seat>(winner_) == seat ? game::kPoint : 0;
}

game::Key Position::recomputed_key() const {
  game::Key key = rules_key(side_, unbounded_);
  if (mover_ == Colour::kBlack) key ^= kMoverKey;
  for_each_cell(side_, [&](Cell cell) {
    for (std::size_t colour = 0; colour < 2; ++colour) {
      if (stones_[colour].has(cell)) key ^= kStoneKeys[cell][colour];
    }
  });
  return key;
}

/// Joins groups, and if that closes a ring or the stone is special otherwise, sees to it. `marks` is not 0 if it
/// completes four, or stands on a marked cell.
void Position::play_rare(Cell cell, const Arcs& arcs, std::uint32_t marks, Undo& undo) {
  undo.depth = Undo::Depth::kGroups;
  groups_.join(cell, arcs, undo.groups);
  if (marks != 0 || undo.groups.closes_ring || empty_count_ == 0) play_special(cell, arcs, undo);
}

void Position::retract_rare(Cell cell, const Undo& undo) {
  groups_.part(undo.groups);
  if (undo.depth == Undo::Depth::kAll) retract_special(cell, undo);
}

/// Everything about a stone that most stones have nothing to do with: fives, closed areas, ends, the exception of
/// ply 1.
void Position::play_special(Cell cell, const Arcs& arcs, Undo& undo) {
  const Colour colour = other(mover_);
  const std::size_t own = index_of(colour);
  undo.depth = Undo::Depth::kAll;
  undo.closed_gaps = 0;
  if (stone_count() == 2) forbid_first_move(cell);
  for (std::size_t i = 0; i < 2; ++i) {
    undo.took_five_cell[i] = fives_[i].cells.has(cell);
    if (undo.took_five_cell[i]) fives_[i].remove(cell);
  }
  const auto windows = stones_[own].windows(cell);
  undo.added_fives =
      add_five_cells(fives_[own], cells_.empty(), cell,
                     {kFiveCompletions[windows[0]], kFiveCompletions[windows[1]], kFiveCompletions[windows[2]]},
                     [this](Cell added) { marked_.add(added); });
  undo.filled_own_area = closed_[own].cells.has(cell);
  if (undo.filled_own_area) closed_[own].remove(cell);
  const bool closes_ring = undo.groups.closes_ring && !undo.filled_own_area;
  const bool is_enclosure = closes_ring && close_ring(colour, cell, arcs, undo);
  end_game(colour, cell, undo.took_five_cell[own], is_enclosure, closed_[own ^ 1].has(cell));
}

/// REQUIRES: the rest of the stone is taken back already.
void Position::retract_special(Cell cell, const Undo& undo) {
  const std::size_t own = index_of(mover_);
  end_kind_ = EndKind::kNone;
  winner_ = Colour::kWhite;
  if (undo.closed_gaps != 0) reopen_areas(mover_, cell, undo.closed_gaps);
  if (undo.filled_own_area) closed_[own].add(cell);
  remove_five_cells(fives_[own], cell, undo.added_fives, [this](Cell removed) {
    if ((marks_in_row(row_of(removed)) & bit_of(removed)) == 0) marked_.remove(removed);
  });
  for (std::size_t i = 0; i < 2; ++i) {
    if (undo.took_five_cell[i]) fives_[i].add(cell);
  }
  if (stone_count() == 1) allow_first_move();
}

// Marks under stones are let be: they are needed again when the stone is taken back.
void Position::mark(const CellSet& area) {
  for (std::size_t row = 0; row < kGridRows; ++row) marked_.rows[row] |= area.rows[row];
}

void Position::unmark(const CellSet& area) {
  for (std::size_t row = 0; row < kGridRows; ++row) {
    marked_.rows[row] = (marked_.rows[row] & ~area.rows[row]) | (marks_in_row(row) & area.rows[row]);
  }
}

void Position::allow_first_move() {
  cells_.allow_neighbours(kCentre);
  derive_marks();
}

void Position::forbid_first_move(Cell cell) {
  cells_.forbid_neighbours(cell);
  derive_marks();
}

bool Position::close_ring(Colour colour, Cell cell, const Arcs& arcs, Undo& undo) {
  const Enclosure enclosure = enclosure_by(arcs, terrain(colour, cell));
  if (enclosure.has_prisoner) return true;
  undo.closed_gaps = enclosure.closed_gaps;
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    if (((enclosure.closed_gaps >> gap) & 1U) == 0) continue;
    const Area area = area_around(step(cell, arcs.gaps[gap]), terrain(colour));
    closed_[index_of(colour)].add(area.cells);
    mark(area.cells);
  }
  return false;
}

/// The stone is off the board by now; it counts as a wall once more.
void Position::reopen_areas(Colour colour, Cell cell, std::uint8_t closed_gaps) {
  const Arcs& arcs = kArcs[neighbour_bits(stones(colour), cell)];
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    if (((closed_gaps >> gap) & 1U) == 0) continue;
    const Area area = area_around(step(cell, arcs.gaps[gap]), terrain(colour, cell));
    closed_[index_of(colour)].remove(area.cells);
    unmark(area.cells);
  }
}

void Position::end_game(Colour colour, Cell cell, bool is_five, bool is_enclosure, bool is_suicide) {
  winner_ = colour;
  if (is_five) {
    end_kind_ = is_enclosure ? EndKind::kFiveAndEnclosure : EndKind::kFive;
  } else if (is_enclosure) {
    end_kind_ = EndKind::kEnclosure;
  } else if (is_suicide) {
    end_kind_ = EndKind::kSuicide;
    winner_ = other(colour);
  } else {
    winner_ = Colour::kWhite;
    if (bound_.has(cell)) {
      end_kind_ = EndKind::kBoundReached;
    } else if (empty_count_ == 0) {
      end_kind_ = EndKind::kDraw;
    }
  }
}

bool operator==(const Position& a, const Position& b) {
  return a.side_ == b.side_ && a.unbounded_ == b.unbounded_ && a.mover_ == b.mover_ && a.key_ == b.key_ &&
         a.end_kind_ == b.end_kind_ && a.winner_ == b.winner_ && a.stones_ == b.stones_ && a.cells_ == b.cells_;
}

bool Position::is_identical(const Position& other) const {
  return *this == other && fives_ == other.fives_ && closed_ == other.closed_ && marked_ == other.marked_ &&
         groups_ == other.groups_ && cell_count_ == other.cell_count_ && empty_count_ == other.empty_count_ &&
         reach_ == other.reach_;
}

}  // namespace partita::games::andantino
