#include "games/andantino/position.h"

namespace partita::games::andantino {

Position::Position(const Rules& rules, Empty)
    : key_(rules_key(rules.side, rules.kind == Rules::Kind::kUnbounded)),
      cell_count_(static_cast<std::uint16_t>(board::hex_cell_count(rules.side))),
      side_(static_cast<std::uint8_t>(rules.side)),
      unbounded_(rules.kind == Rules::Kind::kUnbounded) {
  if (unbounded_) ++watched_;
  for_each_cell(rules.side, [this](Cell cell) { cells_.add_to_board(cell); });
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

/// Everything about a stone that most stones have nothing to do with: fives, closed areas, ends, the exception of ply 1.
void Position::play_rare(Cell cell, const Arcs& arcs, Undo& undo) {
  const std::size_t own = index_of(mover_);
  undo.rare = true;
  undo.closed_gaps = 0;
  if (stone_count_ == 2) {
    cells_.forbid_neighbours(cell);
    --watched_;
  }
  for (std::size_t colour = 0; colour < 2; ++colour) {
    FiveCells& five = fives_[colour];
    undo.took_five_cell[colour] = five.cells.has(cell);
    if (!undo.took_five_cell[colour]) continue;
    five.cells.remove(cell);
    --five.count;
  }
  const auto windows = stones_[own].windows(cell);
  undo.added_fives =
      add_five_cells(fives_[own], cells_.empty(), cell,
                     {kFiveCompletions[windows[0]], kFiveCompletions[windows[1]], kFiveCompletions[windows[2]]});
  undo.filled_own_area = closed_[own].cells.has(cell);
  if (undo.filled_own_area) closed_[own].remove(cell);
  const bool is_enclosure = undo.groups.closes_ring && !undo.filled_own_area && close_ring(cell, arcs, undo);
  end_game(cell, undo.took_five_cell[own], is_enclosure, closed_[own ^ 1].has(cell));
}

void Position::retract_rare(Cell cell, const Undo& undo) {
  const std::size_t own = index_of(mover_);
  end_kind_ = EndKind::kNone;
  winner_ = Colour::kWhite;
  if (undo.closed_gaps != 0) reopen_areas(cell, kArcs[neighbour_bits(stones_[own], cell)], undo.closed_gaps);
  if (undo.filled_own_area) closed_[own].add(cell);
  remove_five_cells(fives_[own], cell, undo.added_fives);
  for (std::size_t colour = 0; colour < 2; ++colour) {
    if (!undo.took_five_cell[colour]) continue;
    fives_[colour].cells.add(cell);
    ++fives_[colour].count;
  }
  // The words saved around the stone are restored by retract; the others are those of ply 1's exception.
  if (stone_count_ == 2) allow_first_move();
}

void Position::allow_first_move() {
  cells_.allow_neighbours(kCentre);
  ++watched_;
}

bool Position::close_ring(Cell cell, const Arcs& arcs, Undo& undo) {
  const std::size_t own = index_of(mover_);
  const Enclosure enclosure = enclosure_by(arcs, terrain(mover_, cell));
  if (enclosure.has_prisoner) return true;
  undo.closed_gaps = enclosure.closed_gaps;
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    if (((enclosure.closed_gaps >> gap) & 1U) == 0) continue;
    closed_[own].add(area_around(step(cell, arcs.gaps[gap]), terrain(mover_)).cells);
  }
  return false;
}

void Position::reopen_areas(Cell cell, const Arcs& arcs, std::uint8_t closed_gaps) {
  const std::size_t own = index_of(mover_);
  for (unsigned gap = 0; gap < arcs.count; ++gap) {
    if (((closed_gaps >> gap) & 1U) == 0) continue;
    closed_[own].remove(area_around(step(cell, arcs.gaps[gap]), terrain(mover_)).cells);
  }
}

void Position::end_game(Cell cell, bool is_five, bool is_enclosure, bool is_suicide) {
  winner_ = mover_;
  if (is_five) {
    end_kind_ = is_enclosure ? EndKind::kFiveAndEnclosure : EndKind::kFive;
  } else if (is_enclosure) {
    end_kind_ = EndKind::kEnclosure;
  } else if (is_suicide) {
    end_kind_ = EndKind::kSuicide;
    winner_ = other(mover_);
  } else {
    winner_ = Colour::kWhite;
    if (unbounded_ && board::is_on_rim(hex_of(cell), side_)) {
      end_kind_ = EndKind::kBoundReached;
    } else if (stone_count_ == cell_count_) {
      end_kind_ = EndKind::kDraw;
    }
  }
}

bool operator==(const Position& a, const Position& b) {
  return a.side_ == b.side_ && a.unbounded_ == b.unbounded_ && a.mover_ == b.mover_ && a.key_ == b.key_ &&
         a.end_kind_ == b.end_kind_ && a.winner_ == b.winner_ && a.stones_ == b.stones_ && a.cells_ == b.cells_;
}

bool Position::is_identical(const Position& other) const {
  return *this == other && fives_ == other.fives_ && closed_ == other.closed_ && groups_ == other.groups_ &&
         stone_count_ == other.stone_count_ && reach_ == other.reach_ && watched_ == other.watched_ && cell_count_ == other.cell_count_;
}

}  // namespace partita::games::andantino
