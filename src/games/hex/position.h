#pragma once

#include <array>
#include <cstdint>

#include "game/types.h"
#include "games/hex/rules.h"

namespace partita::games::hex {

/// A cell (row * side + column, rows from the top), or the swap.
struct Move {
  std::uint8_t cell = 255;

  bool is_swap() const { return cell == 254; }
  friend bool operator==(Move, Move) = default;
};
inline constexpr Move kSwap{254};

struct Undo {};

/// Seat 0 is Red, who joins top and bottom; seat 1 is Blue, who joins left and right. A position is a plain value.
class Position {
 public:
  explicit Position(const Rules& rules = {});

  game::Seat to_move() const { return mover_; }
  int seat_count() const { return 2; }
  int ply() const { return ply_; }
  bool is_over() const { return winner_ >= 0; }
  int payoff(game::Seat seat) const { return winner_ < 0 ? game::kPoint / 2 : winner_ == int{seat} ? game::kPoint : 0; }
  game::Key key() const { return key_; }
  game::Key recomputed_key() const;

  Undo play(Move move);
  void retract(Move move, const Undo&);

  bool can_pass() const { return !is_over(); }
  Undo pass();
  void retract_pass(const Undo&);

  int side() const { return side_; }
  int cell_count() const { return side_ * side_; }
  int empty_count() const { return cell_count() - stones_; }
  int winner() const { return winner_; }
  bool has_swapped() const { return swapped_; }
  Rules rules() const { return {side_, swap_allowed_}; }
  /// 0 empty, 1 + seat otherwise.
  int at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  /// The second player, facing exactly one stone.
  bool can_swap() const { return swap_allowed_ && mover_ == 1 && ply_ == 1 && stones_ == 1; }

  /// The same position seen from the opposite side of the table.
  Position turned() const;

  friend bool operator==(const Position&, const Position&) = default;

 private:
  friend struct PositionText;

  void put(int cell, game::Seat seat);
  void take(int cell);
  void give_over();
  int only_stone() const;
  bool joins_both_edges(int cell) const;

  std::array<std::uint8_t, kMaxCells> cells_{};
  std::uint8_t side_ = 11;
  std::uint8_t stones_ = 0;
  std::uint16_t ply_ = 0;
  game::Seat mover_ = 0;
  std::int8_t winner_ = -1;
  bool swap_allowed_ = true;
  bool swapped_ = false;
  game::Key key_ = 0;
};

/// A random number for each stone, by seat and cell.
using StoneKeys = std::array<std::array<game::Key, kMaxCells>, 2>;

/// Second keys of positions from the random numbers of a seed (game::HasCheckKeys).
class CheckKeys {
 public:
  explicit CheckKeys(std::uint64_t seed);
  game::Key of(const Position& pos) const;
  /// After a legal move, from that of the position before it.
  game::Key of_after(game::Key before, const Position& pos, Move move) const;

 private:
  std::uint64_t salt_;
  StoneKeys stones_;
};

}  // namespace partita::games::hex
