#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "game/types.h"
#include "games/andantino/closed_areas.h"
#include "games/andantino/enclosure.h"
#include "games/andantino/five.h"
#include "games/andantino/groups.h"
#include "games/andantino/keys.h"
#include "games/andantino/legal_cells.h"
#include "games/andantino/rules.h"

namespace partita::games::andantino {

/// White moves first and is seat 0; the black stone on the centre is there from the start.
enum class Colour : std::uint8_t { kWhite = 0, kBlack = 1 };
constexpr Colour other(Colour colour) { return static_cast<Colour>(static_cast<std::uint8_t>(colour) ^ 1U); }
constexpr std::size_t index_of(Colour colour) { return static_cast<std::size_t>(colour); }

/// A stone put on a cell; Move{} is none. Trivial, so that a list of moves is not filled before it is used.
struct Move {
  Cell cell;
  friend constexpr bool operator==(Move, Move) = default;
};

enum class EndKind : std::uint8_t { kNone, kFive, kEnclosure, kFiveAndEnclosure, kSuicide, kDraw, kBoundReached };

/// What Position::retract needs besides the move. Most stones leave `rare` false and the rest of the part unwritten.
struct Undo {
  game::Key key;
  LegalCells::Saved legal;
  Groups::Saved groups;
  std::uint8_t reach;
  bool rare;
  std::uint8_t closed_gaps;              ///< as in Enclosure
  bool filled_own_area;
  std::array<bool, 2> took_five_cell;    ///< the stone stands on a five cell of this colour
  AddedFives added_fives;
};

/// Stones, mover and everything derived from them that the rules look at, kept up to date stone by stone. A value: 4 KiB,
/// trivially copyable. Two positions are equal if they look the same to a player; how the groups are stored may differ.
class Position {
 public:
  /// The start: a black stone on the centre, White to move.
  explicit Position(const Rules& rules = {});
  /// A position given by its stones; the ending follows from them. REQUIRES: the stones are on the board, the sets are
  /// disjoint, and there are as many black as white stones (Black to move) or one more (White to move).
  static Position from_stones(const Rules& rules, const CellSet& white, const CellSet& black);

  game::Seat to_move() const { return static_cast<game::Seat>(mover_); }
  static constexpr int seat_count() { return 2; }
  int ply() const { return static_cast<int>(stone_count_) - 1; }
  bool is_over() const { return end_kind_ != EndKind::kNone; }
  /// Half the point while the game goes on.
  int payoff(game::Seat seat) const;
  game::Key key() const { return key_; }
  game::Key recomputed_key() const;

  /// REQUIRES: !is_over() and the move is legal.
  Undo play(Move move);
  /// REQUIRES: the move is the last one played and `undo` is what play returned.
  void retract(Move move, const Undo& undo);

  /// Skipping a turn, for null moves. The first move has no opponent's stones to answer and is never skipped.
  bool can_pass() const { return !is_over() && stone_count_ > 1; }
  Undo pass();
  void retract_pass(const Undo& undo);

  int side() const { return side_; }
  bool is_unbounded() const { return unbounded_; }
  Rules rules() const { return {side_, unbounded_ ? Rules::Kind::kUnbounded : Rules::Kind::kStandard}; }
  Colour mover() const { return mover_; }
  int stone_count() const { return static_cast<int>(stone_count_); }
  EndKind end_kind() const { return end_kind_; }
  /// REQUIRES: is_over() and not by a draw.
  Colour winner() const { return winner_; }

  const Lines& stones(Colour colour) const { return stones_[index_of(colour)]; }
  const CellSet& empty_cells() const { return cells_.empty(); }
  const LegalCells& legal_cells() const { return cells_; }
  /// Empty cells where this colour makes a five, legal or not.
  const FiveCells& five_cells(Colour colour) const { return fives_[index_of(colour)]; }
  /// Empty areas closed by this colour.
  const ClosedAreas& closed_areas(Colour colour) const { return closed_[index_of(colour)]; }
  const Groups& groups() const { return groups_; }
  /// The board as this colour's stones divide it; with `wall` as if one more stood there.
  Terrain terrain(Colour colour, Cell wall = 0) const {
    return {stones(colour), stones(other(colour)), cells_.empty(), reach_, wall};
  }
  /// The rows (columns, diagonals) that hold stones, and those that may hold legal cells: loops need not look further.
  Span stone_span() const { return lines_within(reach_); }
  Span legal_span() const { return lines_within(reach_ + 1U); }

  friend bool operator==(const Position& a, const Position& b);
  /// Equality of every stored bit, as retract must restore it.
  bool is_identical(const Position& other) const;

 private:
  struct Empty {};
  Position(const Rules& rules, Empty);
  void put(Colour colour, Cell cell);
  void allow_first_move();
  void derive_fives(Colour colour);
  bool derive_areas(Colour colour);
  void derive_ending();

  void play_rare(Cell cell, const Arcs& arcs, Undo& undo);
  void retract_rare(Cell cell, const Undo& undo);
  bool close_ring(Cell cell, const Arcs& arcs, Undo& undo);
  void reopen_areas(Cell cell, const Arcs& arcs, std::uint8_t closed_gaps);
  void end_game(Cell cell, bool is_five, bool is_enclosure, bool is_suicide);

  game::Key key_ = 0;
  std::uint16_t stone_count_ = 0;
  std::uint16_t cell_count_ = 0;
  std::uint8_t watched_ = 0;  ///< reasons to look closely at every stone: the exception of ply 1, the grid's bound
  std::uint8_t reach_ = 0;  ///< greatest distance of a stone from the centre
  std::uint8_t side_ = 0;
  bool unbounded_ = false;
  Colour mover_ = Colour::kWhite;
  EndKind end_kind_ = EndKind::kNone;
  Colour winner_ = Colour::kWhite;
  std::array<Lines, 2> stones_{};
  LegalCells cells_;
  std::array<FiveCells, 2> fives_{};
  std::array<ClosedAreas, 2> closed_{};
  Groups groups_;
};

static_assert(std::is_trivially_copyable_v<Position> && std::is_trivial_v<Move>);

inline Undo Position::play(Move move) {
  const Cell cell = move.cell;
  const std::size_t own = index_of(mover_);
  Lines& lines = stones_[own];
  Undo undo;
  undo.key = key_;
  undo.reach = reach_;
  undo.rare = false;
  const Arcs& arcs = kArcs[neighbour_bits(lines, cell)];
  lines.toggle(cell);
  cells_.place(cell, undo.legal);
  groups_.place(cell, arcs, undo.groups);
  key_ ^= kMoveKeys[cell][own];
  ++stone_count_;
  reach_ = std::max(reach_, kDistances[cell]);

  const auto windows = lines.windows(cell);
  const std::uint32_t completions =
      kFiveCompletions[windows[0]] | kFiveCompletions[windows[1]] | kFiveCompletions[windows[2]];
  const unsigned row = row_of(cell);
  const std::uint32_t marked = (fives_[0].cells.rows[row] | fives_[1].cells.rows[row] | closed_[0].cells.rows[row] |
                                closed_[1].cells.rows[row]) & bit_of(cell);
  if ((completions | marked | watched_) != 0 || undo.groups.closes_ring || stone_count_ == cell_count_) [[unlikely]] {
    play_rare(cell, arcs, undo);
  }
  mover_ = other(mover_);
  return undo;
}

inline void Position::retract(Move move, const Undo& undo) {
  const Cell cell = move.cell;
  mover_ = other(mover_);
  if (undo.rare) [[unlikely]] retract_rare(cell, undo);
  --stone_count_;
  key_ = undo.key;
  reach_ = undo.reach;
  groups_.take_back(cell, undo.groups);
  cells_.take_back(cell, undo.legal);
  stones_[index_of(mover_)].toggle(cell);
}

inline Undo Position::pass() {
  Undo undo{};
  undo.key = key_;
  key_ ^= kMoverKey;
  mover_ = other(mover_);
  return undo;
}

inline void Position::retract_pass(const Undo& undo) {
  key_ = undo.key;
  mover_ = other(mover_);
}

}  // namespace partita::games::andantino
