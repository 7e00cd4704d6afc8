#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "game/types.h"
#include "games/omega/geometry.h"
#include "games/omega/grid.h"
#include "games/omega/keys.h"
#include "games/omega/move.h"
#include "games/omega/rules.h"
#include "games/omega/score.h"

namespace partita::games::omega {

/// A set of colours as bits 1 << colour.
using ColourSet = std::uint8_t;

/// What retract() needs: the turn as it was and the group roots that play() hung under another root, in order.
struct Undo {
  game::Key key = 0;
  std::int32_t log_score = 0;
  std::array<std::uint16_t, 3> attached;  ///< the first attached_count are meant
  std::uint8_t attached_count = 0;
  Colour mover = 0;
  ColourSet pending = 0;
};

/// Stones, groups and whose turn it is. Groups are kept by union-find: a root for each group, joined by size and
/// without path compression, so that taking a stone back only unhangs the roots it had hung. A value of about 1.5 kB;
/// one thread at a time.
class Position {
 public:
  /// The empty board.
  explicit Position(const Rules& rules);

  Rules rules() const { return {side_, players_, tie_, pie_}; }
  const Geometry& board() const { return *board_; }
  int side() const { return side_; }
  int cells() const { return board_->cells; }
  int players() const { return players_; }

  game::Seat to_move() const { return seat_of(mover_); }
  int seat_count() const { return players_; }
  /// Stones on the board, and the swap if there was one.
  int ply() const { return cells() - free_count_ + (swapped_ ? 1 : 0); }
  bool starts_turn() const { return pending_ == all_colours(); }
  /// Tested only just before White's turn: a whole round must fit.
  bool is_over() const { return mover_ == kWhite && starts_turn() && free_count_ < players_ * players_; }
  int payoff(game::Seat seat) const;

  game::Key key() const { return key_; }
  game::Key recomputed_key() const;
  /// The key after a legal ply.
  game::Key key_after(Move move) const;

  /// REQUIRES: the colour is pending and the cell free, or the swap is allowed; the game is not over.
  Undo play(Move move);
  void retract(Move move, const Undo& undo);

  bool can_pass() const { return starts_turn() && !is_over() && free_count_ >= 2 * players_ * players_; }
  Undo pass();
  void retract_pass(const Undo& undo);

  /// The colour whose owner moves.
  Colour mover() const { return mover_; }
  ColourSet pending() const { return pending_; }
  bool is_pending(int colour) const { return (pending_ >> colour & 1) != 0; }
  ColourSet all_colours() const { return static_cast<ColourSet>((1 << players_) - 1); }
  bool is_swapped() const { return swapped_; }
  bool can_swap() const { return pie_ && !swapped_ && mover_ == kBlack && starts_turn() && free_count_ == cells() - 2; }
  Colour colour_of(game::Seat seat) const { return static_cast<Colour>(swapped_ ? 1 - seat : seat); }
  game::Seat seat_of(Colour colour) const { return static_cast<game::Seat>(swapped_ ? 1 - colour : colour); }

  /// A Colour, or kFree.
  Colour stone_at(int cell) const { return stone_[static_cast<std::size_t>(cell)]; }
  bool is_free(int cell) const { return stone_at(cell) == kFree; }
  /// All stones at once; the place off the board holds kNoCell.
  void copy_stones(std::array<Colour, kMaxCells + 1>& stones) const {
    std::copy_n(stone_.begin(), cells(), stones.begin());
    stones[kOffBoard] = kNoCell;
  }
  int free_count() const { return free_count_; }
  /// How many stones will still be placed in this game.
  int plies_left() const;
  /// The same in turns, the one under way included.
  int turns_left() const { return (plies_left() + players_ - 1) / players_; }
  /// Calls visit(cell) for every free cell in cell order.
  template <class Visit>
  void for_each_free(Visit&& visit) const {
    free_.for_each(visit);
  }

  /// The cell that stands for the group of the stone on `cell`.
  int group_of(int cell) const {
    auto at = static_cast<std::size_t>(cell);
    while (parent_[at] != at) at = parent_[at];
    return static_cast<int>(at);
  }
  /// Whether this stone stands for its group.
  bool is_group_root(int cell) const { return parent_[static_cast<std::size_t>(cell)] == cell; }
  /// REQUIRES: is_group_root(root).
  int group_size(int root) const { return size_[static_cast<std::size_t>(root)]; }
  /// Calls visit(root cell, colour, size) for every group.
  template <class Visit>
  void for_each_group(Visit&& visit) const {
    for (int colour = 0; colour < players_; ++colour) for_each_group_of(colour, visit);
  }
  template <class Visit>
  void for_each_group_of(int colour, Visit&& visit) const {
    stones(colour).for_each([&](int cell) {
      if (is_group_root(cell)) visit(cell, static_cast<Colour>(colour), group_size(cell));
    });
  }
  const CellSet& stones(int colour) const { return stones_[static_cast<std::size_t>(colour)]; }
  const CellSet& free_cells() const { return free_; }
  /// The same sets laid out for shifts.
  const Grid<kGridWords>& stone_grid(int colour) const { return grids_[static_cast<std::size_t>(colour)]; }
  const Grid<kGridWords>& free_grid() const { return grids_[kMaxColours]; }
  /// Of a colour's stones alone, whatever else is on the board.
  game::Key stones_key(int colour) const { return stones_key_[static_cast<std::size_t>(colour)]; }
  /// The product of the colour's group sizes, exact.
  Exact score(int colour) const;
  std::array<Exact, kMaxColours> scores() const;
  /// The score's logarithm in kLogUnit, kept up to date by play and retract.
  std::int32_t log_score(int colour) const { return log_score_[static_cast<std::size_t>(colour)]; }

  /// How log_score(colour) would change by a stone on the free cell.
  std::int32_t log_gain(int colour, int cell) const;

  /// Sets up any stones and turn, as in position texts. REQUIRES: an empty board for the first stone, free cells, and
  /// at the end a turn that is_sound().
  void put(int colour, int cell);
  void set_turn(Colour mover, ColourSet pending, bool swapped);
  /// Whether the round under way can be finished with the free cells.
  bool is_sound() const;

  /// Equal boards, turns and rules; how the groups came about does not matter.
  friend bool operator==(const Position& a, const Position& b);

 private:
  void add_stone(std::size_t colour, std::size_t cell, Undo& undo);
  void remove_stone(std::size_t colour, std::size_t cell, const Undo& undo);
  void next_turn();
  Undo undo_of_turn() const;
  std::uint64_t turn_key() const { return kKeys.turn[mover_][pending_]; }

  std::array<Colour, kMaxCells + 1> stone_;          ///< the last place is off the board
  std::array<std::uint16_t, kMaxCells + 1> parent_;  ///< itself for roots and free cells
  std::array<std::uint16_t, kMaxCells + 1> size_;    ///< true for roots; a hung root keeps the size it had
  CellSet free_;
  std::array<CellSet, kMaxColours> stones_;
  std::array<Grid<kGridWords>, kMaxColours + 1> grids_;  ///< by colour, then the free cells
  std::array<game::Key, kMaxColours> stones_key_{};
  std::array<std::int32_t, kMaxColours> log_score_{};
  const Geometry* board_;
  game::Key key_ = 0;
  std::int32_t free_count_ = 0;
  std::uint8_t side_;
  std::uint8_t players_;
  Colour mover_ = kWhite;
  ColourSet pending_ = 0;
  TieRule tie_;
  bool pie_;
  bool swapped_ = false;
};

inline void Position::add_stone(std::size_t colour, std::size_t cell, Undo& undo) {
  std::int32_t log_score = log_score_[colour];
  undo.log_score = log_score;
  std::size_t root = cell;
  std::size_t attached = 0;
  const Geometry::Ring& ring = board_->rings[cell];
  for (std::uint64_t own = stones_[colour].window(ring.first_byte) & ring.mask; own != 0; own &= own - 1) {
    std::size_t other = ring.first_byte * 8 + static_cast<std::size_t>(std::countr_zero(own));
    while (parent_[other] != other) other = parent_[other];
    if (other == root) continue;
    log_score -= kLogOfSize[size_[other]];
    if (size_[other] > size_[root]) std::swap(other, root);
    parent_[other] = static_cast<std::uint16_t>(root);
    size_[root] = static_cast<std::uint16_t>(size_[root] + size_[other]);
    undo.attached[attached++] = static_cast<std::uint16_t>(other);
  }
  undo.attached_count = static_cast<std::uint8_t>(attached);
  log_score_[colour] = log_score + kLogOfSize[size_[root]];
  stone_[cell] = static_cast<Colour>(colour);
  stones_[colour].add(cell);
  free_.remove(cell);
  grids_[colour].add(board_->grid_bit[cell]);
  grids_[kMaxColours].remove(board_->grid_bit[cell]);
  stones_key_[colour] ^= kKeys.stone[colour][cell];
  --free_count_;
  key_ ^= kKeys.stone[colour][cell];
}

inline void Position::remove_stone(std::size_t colour, std::size_t cell, const Undo& undo) {
  for (std::size_t i = undo.attached_count; i-- > 0;) {
    const std::size_t child = undo.attached[i];
    size_[parent_[child]] = static_cast<std::uint16_t>(size_[parent_[child]] - size_[child]);
    parent_[child] = static_cast<std::uint16_t>(child);
  }
  log_score_[colour] = undo.log_score;
  stone_[cell] = kFree;
  stones_[colour].remove(cell);
  free_.add(cell);
  grids_[colour].remove(board_->grid_bit[cell]);
  grids_[kMaxColours].add(board_->grid_bit[cell]);
  stones_key_[colour] ^= kKeys.stone[colour][cell];
  ++free_count_;
}

inline void Position::next_turn() {
  mover_ = static_cast<Colour>(mover_ + 1 == players_ ? 0 : mover_ + 1);
  pending_ = all_colours();
}

inline Undo Position::undo_of_turn() const {
  Undo undo;
  undo.key = key_;
  undo.mover = mover_;
  undo.pending = pending_;
  return undo;
}

inline Undo Position::play(Move move) {
  Undo undo = undo_of_turn();
  key_ ^= turn_key();
  if (move.is_swap()) {
    swapped_ = true;
    key_ ^= kKeys.swapped;
  } else {
    add_stone(static_cast<std::size_t>(move.colour()), static_cast<std::size_t>(move.cell()), undo);
    pending_ = static_cast<ColourSet>(pending_ & ~(1 << move.colour()));
    if (pending_ == 0) next_turn();
  }
  key_ ^= turn_key();
  return undo;
}

inline game::Key Position::key_after(Move move) const {
  if (move.is_swap()) return key_ ^ kKeys.swapped;
  const auto colour = static_cast<std::size_t>(move.colour());
  const auto left = static_cast<ColourSet>(pending_ & ~(1U << colour));
  const std::size_t next = mover_ + 1 == players_ ? 0U : mover_ + 1U;
  const std::uint64_t turn = left == 0 ? kKeys.turn[next][all_colours()] : kKeys.turn[mover_][left];
  return key_ ^ turn_key() ^ kKeys.stone[colour][static_cast<std::size_t>(move.cell())] ^ turn;
}

inline void Position::retract(Move move, const Undo& undo) {
  if (move.is_swap()) {
    swapped_ = false;
  } else {
    remove_stone(static_cast<std::size_t>(move.colour()), static_cast<std::size_t>(move.cell()), undo);
  }
  retract_pass(undo);
}

inline Undo Position::pass() {
  const Undo undo = undo_of_turn();
  key_ ^= turn_key();
  next_turn();
  key_ ^= turn_key();
  return undo;
}

inline void Position::retract_pass(const Undo& undo) {
  key_ = undo.key;
  mover_ = undo.mover;
  pending_ = undo.pending;
}

}  // namespace partita::games::omega
