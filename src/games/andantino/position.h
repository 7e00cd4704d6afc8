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

/// What Position::retract needs besides the move. Most stones change nothing but `legal` and `reach`; how much of the
/// rest was written is told by `depth`.
struct Undo {
  enum class Depth : std::uint8_t { kPlain, kGroups, kAll };

  LegalCells::Saved legal;
  std::uint8_t reach;
  Depth depth;
  std::uint8_t closed_gaps;  ///< as in Enclosure
  bool filled_own_area;
  Groups::Saved groups;
  std::array<bool, 2> took_five_cell;  ///< the stone stands on a five cell of this colour
  AddedFives added_fives;

  bool joined_groups() const { return depth != Depth::kPlain && groups.absorbed_count > 0; }
};

/// Stones, mover and everything derived from them that the rules look at, kept up to date stone by stone. A value: 4
/// KiB, trivially copyable. Two positions are equal if they look the same to a player; how the groups are stored may
/// differ.
class Position {
 public:
  /// The start: a black stone on the centre, White to move.
  explicit Position(const Rules& rules = {});
  /// A position given by its stones; the ending follows from them. REQUIRES: the stones are on the board, the sets are
  /// disjoint, and there are as many black as white stones (Black to move) or one more (White to move).
  static Position from_stones(const Rules& rules, const CellSet& white, const CellSet& black);

  game::Seat to_move() const { return static_cast<game::Seat>(mover_); }
  static constexpr int seat_count() { return 2; }
  int ply() const { return stone_count() - 1; }
  bool is_over() const { return end_kind_ != EndKind::kNone; }
  /// Half the point while the game goes on.
  int payoff(game::Seat seat) const;
  game::Key key() const { return key_; }
  game::Key recomputed_key() const;

  /// REQUIRES: !is_over() and the move is legal.
  [[gnu::always_inline]] Undo play(Move move);
  /// REQUIRES: the move is the last one played and `undo` is what play returned.
  [[gnu::always_inline]] void retract(Move move, const Undo& undo);

  /// Skipping a turn, for null moves. The first move has no opponent's stones to answer and is never skipped.
  bool can_pass() const { return !is_over() && stone_count() > 1; }
  Undo pass();
  void retract_pass(const Undo& undo);

  int side() const { return side_; }
  bool is_unbounded() const { return unbounded_; }
  Rules rules() const { return {side_, unbounded_ ? Rules::Kind::kUnbounded : Rules::Kind::kStandard}; }
  Colour mover() const { return mover_; }
  int stone_count() const { return cell_count_ - empty_count_; }
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
  void forbid_first_move(Cell cell);
  void derive_fives(Colour colour);
  bool derive_areas(Colour colour);
  void derive_ending();
  void derive_marks();

  template <Colour colour>
  [[gnu::always_inline]] Undo play_as(Move move);
  template <Colour colour>
  [[gnu::always_inline]] void retract_as(Move move, const Undo& undo);
  // Not part of what is inlined: most stones need none of it.
  [[gnu::noinline]] void play_rare(Cell cell, const Arcs& arcs, std::uint32_t marks, Undo& undo);
  [[gnu::noinline]] void retract_rare(Cell cell, const Undo& undo);
  void play_special(Cell cell, const Arcs& arcs, Undo& undo);
  void retract_special(Cell cell, const Undo& undo);
  bool close_ring(Colour colour, Cell cell, const Arcs& arcs, Undo& undo);
  void reopen_areas(Colour colour, Cell cell, std::uint8_t closed_gaps);
  void end_game(Colour colour, Cell cell, bool is_five, bool is_enclosure, bool is_suicide);
  void mark(const CellSet& area);
  void unmark(const CellSet& area);
  std::uint32_t marks_in_row(std::size_t row) const {
    return fives_[0].cells.rows[row] | fives_[1].cells.rows[row] | closed_[0].cells.rows[row] |
           closed_[1].cells.rows[row] | bound_.rows[row];
  }

  game::Key key_ = 0;
  std::uint16_t cell_count_ = 0;
  std::uint16_t empty_count_ = 0;
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
  CellSet bound_;  ///< the rim, where that is an end of the game
  /// Where stones need a closer look: five cells and closed areas of both colours, the bound, every cell for ply 1.
  CellSet marked_;
  Groups groups_;
};

static_assert(std::is_trivially_copyable_v<Position> && std::is_trivial_v<Move>);

// Members are read once and written once: the compiler cannot know that `undo` and the words of Lines do not overlap
// them. The branch on the colour is foreseen by the processor, and then nothing has to wait for the mover to be read.
inline Undo Position::play(Move move) {
  return mover_ == Colour::kWhite ? play_as<Colour::kWhite>(move) : play_as<Colour::kBlack>(move);
}
inline void Position::retract(Move move, const Undo& undo) {
  if (mover_ == Colour::kBlack) {
    retract_as<Colour::kWhite>(move, undo);
  } else {
    retract_as<Colour::kBlack>(move, undo);
  }
}

template <Colour colour>
inline Undo Position::play_as(Move move) {
  const Cell cell = move.cell;
  const std::uint8_t reach = reach_;
  Lines& lines = stones_[index_of(colour)];
  const Arcs& arcs = kArcs[neighbour_bits(lines, cell)];
  const auto windows = lines.toggle(cell);
  const std::uint32_t completions =
      kFiveCompletions[windows[0]] | kFiveCompletions[windows[1]] | kFiveCompletions[windows[2]];
  const std::uint32_t mark = marked_.rows[row_of(cell)] & bit_of(cell);
  const auto empty_left = static_cast<std::uint16_t>(empty_count_ - 1);
  Undo undo;
  undo.reach = reach;
  undo.depth = Undo::Depth::kPlain;
  cells_.place(cell, undo.legal);
  groups_.place(cell, arcs);
  key_ ^= kMoveKeys[cell][index_of(colour)];
  empty_count_ = empty_left;
  reach_ = std::max(reach, kDistances[cell]);
  mover_ = other(colour);
  // One branch for all that is rare; >> 1: two arcs or more.
  if ((completions | mark | arcs.count >> 1) != 0 || empty_left == 0) [[unlikely]] {
    play_rare(cell, arcs, completions | mark, undo);
  }
  return undo;
}

template <Colour colour>
inline void Position::retract_as(Move move, const Undo& undo) {
  const Cell cell = move.cell;
  mover_ = colour;
  ++empty_count_;
  key_ ^= kMoveKeys[cell][index_of(colour)];
  reach_ = undo.reach;
  groups_.take_back(cell);
  cells_.take_back(cell, undo.legal);
  stones_[index_of(colour)].toggle(cell);
  if (undo.depth != Undo::Depth::kPlain) [[unlikely]]
    retract_rare(cell, undo);
}

inline Undo Position::pass() {
  key_ ^= kMoverKey;
  mover_ = other(mover_);
  return {};
}

inline void Position::retract_pass(const Undo&) {
  key_ ^= kMoverKey;
  mover_ = other(mover_);
}

}  // namespace partita::games::andantino
