#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "game/types.h"
#include "games/tafl/cells.h"
#include "games/tafl/ground.h"
#include "games/tafl/keys.h"

namespace partita::games::tafl {

/// One piece from a square to another; what it captures follows from the position. Move{} is no move; a Move without
/// braces is not set at all, so that lists of moves cost nothing to make.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to) : code_(static_cast<std::uint16_t>(from | to << 8)) {}

  constexpr Square from() const { return static_cast<Square>(code_ & 0xFF); }
  constexpr Square to() const { return static_cast<Square>(code_ >> 8); }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t code_;
};

enum class Ending : std::uint8_t {
  kNone,
  kKingCaptured,
  kKingEscaped,
  kAttackersStuck,
  kDefendersStuck,
  kPlyLimit,
  kEncircled,
  kExitFort
};

/// Everything of a position that a move changes. 80 bytes, so that keeping the old one is the cheapest way back.
struct Board {
  std::array<Cells, 2> pieces{};  ///< by Side; the king is among the defenders
  Cells columns = 0;              ///< all pieces, with ranks and files exchanged
  game::Key key = 0;              ///< of pieces and mover
  std::uint32_t ply = 0;
  std::uint16_t quiet_plies = 0;  ///< plies since the last capture; stays at the largest value
  Square king = kNoSquare;        ///< kNoSquare once taken
  Side mover = Side::kAttackers;
  game::Seat seat = 0;  ///< the mover's: searches ask for it several times a node
  Ending ending = Ending::kNone;
  std::array<std::uint8_t, 2> soldiers{};  ///< how many, by Side; the king is not among them

  friend bool operator==(const Board&, const Board&) = default;
};

struct Undo {
  Board board;
};

/// A position of any game of the family: a value of one hundred bytes, no heap. The rules are those of the ground it
/// stands on.
class Position {
 public:
  Position() = default;
  /// Pieces placed anyhow, ended if the rules say so. REQUIRES: sets disjoint and on the board; soldiers on squares
  /// where their kind may stand; king is kNoSquare or a free square.
  Position(const Ground& ground, Cells attackers, Cells defenders, Square king, Side mover, std::uint32_t ply);

  const Ground& ground() const { return *ground_; }
  const RuleSet& rules() const { return *ground_->rules; }
  const Board& board() const { return board_; }
  Side mover() const { return board_.mover; }
  Ending end_kind() const { return board_.ending; }
  Square king() const { return board_.king; }
  Cells attackers() const { return board_.pieces[0]; }
  /// The king among them.
  Cells defenders() const { return board_.pieces[1]; }
  Cells pieces(Side side) const { return board_.pieces[index_of(side)]; }
  /// How many soldiers a side has, the king not counted.
  int soldiers(Side side) const { return board_.soldiers[index_of(side)]; }
  Cells occupied() const { return board_.pieces[0] | board_.pieces[1]; }
  bool is_king_on_throne() const { return board_.king == ground_->throne; }
  Kind kind_of(Square mover_square) const {
    return mover_square == board_.king           ? Kind::kKing
           : has(board_.pieces[0], mover_square) ? Kind::kAttacker
                                                 : Kind::kDefender;
  }
  game::Seat seat_of(Side side) const { return side == rules().first ? game::Seat{0} : game::Seat{1}; }
  Side side_of(game::Seat seat) const { return seat == 0 ? rules().first : other(rules().first); }

  // ---- what game::PositionType asks for
  game::Seat to_move() const { return board_.seat; }
  static int seat_count() { return 2; }
  int ply() const { return static_cast<int>(board_.ply); }
  bool is_over() const { return board_.ending != Ending::kNone; }
  int payoff(game::Seat seat) const;
  game::Key key() const {
    const int left = ground_->ply_limit - static_cast<int>(board_.ply);
    return left > kPlyHorizon || left < 0 ? board_.key : board_.key ^ kKeys.plies_left[static_cast<std::size_t>(left)];
  }
  game::Key recomputed_key() const { return key_by(kKeys); }
  /// The key that other random numbers give, from scratch.
  game::Key key_by(const KeyTables& keys) const;
  /// The key after a legal move.
  game::Key key_after(Move move) const;
  /// REQUIRES: move is legal here.
  Undo play(Move move);
  void retract(Move, const Undo& undo) { board_ = undo.board; }

  // ---- refinements
  bool can_pass() const;
  Undo pass();
  void retract_pass(const Undo& undo) { board_ = undo.board; }
  int repetition_limit() const { return rules().repetition_limit; }
  int repetition_payoff(game::Seat seat) const;
  int reversible_plies() const { return board_.quiet_plies; }

  /// What a soldier of `side` takes by standing on `to`, given a board on which it already stands there: soldiers only,
  /// by custodian capture and shieldwall.
  Cells soldiers_taken(Side side, Square to) const;
  /// Whether attackers take the king by a move to `to`, given a board on which the piece already stands there.
  bool is_king_taken(Square to) const;
  /// What a legal move captures, the king included.
  Cells captures(Move move) const;
  /// Whether a side could move if it were its turn.
  bool can_move(Side side) const;

  /// The same position with every piece put where `where` says; `where` must be a symmetry of the board.
  template <class Where>
  Position mapped(Where&& where) const {
    Position result = *this;
    for (std::size_t side = 0; side < 2; ++side) {
      result.board_.pieces[side] = 0;
      for_each_cell(board_.pieces[side], [&](Square square) { result.board_.pieces[side] |= cell_of(where(square)); });
    }
    result.board_.king = where(board_.king);
    result.rebuild();
    return result;
  }

  friend bool operator==(const Position&, const Position&) = default;

 private:
  /// Key, columns and counts from the pieces.
  void rebuild();
  game::Key piece_key(const KeyTables& keys) const;
  template <Side kSide>
  void play_as(Move move);
  static Cells taken_plainly(Cells victims, Cells anvils, Square to);
  template <Side kSide>
  void take_around(Square to);
  void remove_soldiers(Side side, Cells taken);
  void remove_king();
  bool has_any_move(Side side) const;
  template <Side kSide>
  Ending ending_after(bool king_moved) const;
  Ending formation_ending(Side moved) const;
  Cells shieldwall_taken(Side side, Square to) const;

  const Ground* ground_ = nullptr;
  Board board_;
};

}  // namespace partita::games::tafl

#include "games/tafl/captures.h"
#include "games/tafl/endings.h"
#include "games/tafl/play.h"
