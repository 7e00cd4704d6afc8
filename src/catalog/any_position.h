#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/vocabulary.h"

namespace partita::catalog {

/// How a finished game ended: each seat's share of the point (sums to kPoint) and the reason's name.
struct Ending {
  bool over = false;
  std::array<int, kMaxSeats> payoff{};
  std::string reason;  ///< "five", "king-escaped", "repetition", "score", ...

  /// The only seat with the whole point, or -1 (draw, shared win, or not over).
  int winner() const;
};

/// Implementation interface of AnyPosition: one class per game, made in catalog/erased_position.h. Not for callers.
class PositionModel {
 public:
  virtual ~PositionModel() = default;
  virtual std::unique_ptr<PositionModel> clone() const = 0;
  virtual std::string_view game() const = 0;
  virtual base::OptionValues rules() const = 0;
  virtual Seat to_move() const = 0;
  virtual int seat_count() const = 0;
  virtual int ply() const = 0;
  virtual bool starts_turn() const = 0;
  virtual std::optional<int> turns_left() const = 0;
  virtual std::string seat_name(Seat seat) const = 0;
  virtual Ending ending() const = 0;
  virtual std::vector<std::string> legal_moves() const = 0;
  virtual std::vector<MovePath> legal_paths() const = 0;
  virtual base::Parsed<MovePath> read_path(std::string_view move) const = 0;
  virtual base::Parsed<std::string> play(std::string_view move) = 0;
  virtual base::Parsed<std::vector<std::string>> play_turn(std::string_view turn) = 0;
  virtual bool undo() = 0;
  virtual std::string text() const = 0;
  virtual std::optional<base::Error> why_no_set_up() const = 0;
  virtual BoardView view() const = 0;
  virtual std::vector<std::string> scores() const = 0;
  virtual Key key() const = 0;
};

/// A position of any game together with the moves that led to it from a starting position: what everything above the
/// catalog plays on. A value: copies are deep and independent. One thread at a time.
class AnyPosition {
 public:
  /// The starting position. `rules` are option values as in games' rule_options(); unknown or bad ones are errors.
  static base::Parsed<AnyPosition> initial(std::string_view game, const base::OptionValues& rules = {});
  /// A position from its text ("startpos" and "" mean the initial one).
  static base::Parsed<AnyPosition> from_text(std::string_view game, const base::OptionValues& rules,
                                             std::string_view text);

  explicit AnyPosition(std::unique_ptr<PositionModel> model);
  AnyPosition(const AnyPosition& other);
  AnyPosition& operator=(const AnyPosition& other);
  AnyPosition(AnyPosition&&) noexcept = default;
  AnyPosition& operator=(AnyPosition&&) noexcept = default;

  std::string_view game() const { return model_->game(); }
  /// Every rule option with its value, defaults included.
  base::OptionValues rules() const { return model_->rules(); }
  Seat to_move() const { return model_->to_move(); }
  int seat_count() const { return model_->seat_count(); }
  /// Plies since the start of the game (not only those played on this object).
  int ply() const { return model_->ply(); }
  /// Whether the mover begins a turn here; always true where a turn is one ply.
  bool starts_turn() const { return model_->starts_turn(); }
  /// Where the rules fix how long a game lasts: the turns to come, the one under way included.
  std::optional<int> turns_left() const { return model_->turns_left(); }
  std::string seat_name(Seat seat) const { return model_->seat_name(seat); }

  bool is_over() const { return model_->ending().over; }
  /// Repetition among the moves played on this object is counted.
  Ending ending() const { return model_->ending(); }
  /// Empty when the game is over.
  std::vector<std::string> legal_moves() const { return model_->legal_moves(); }
  std::vector<MovePath> legal_paths() const { return model_->legal_paths(); }
  /// The path of one legal move, without listing the others.
  base::Parsed<MovePath> read_path(std::string_view move) const { return model_->read_path(move); }

  /// Plays a move given in the game's notation; returns its canonical text. On error nothing changes.
  base::Parsed<std::string> play(std::string_view move);
  /// Plays the rest of the mover's turn given in one text ("E5/A1"; a move where a turn is one ply); returns the plies'
  /// texts. On error nothing changes.
  base::Parsed<std::vector<std::string>> play_turn(std::string_view turn);
  /// Takes back the last ply played on this object; false if there is none.
  bool undo();
  /// Canonical texts of the moves played on this object.
  const std::vector<std::string>& moves() const { return moves_; }
  /// The text of the position before moves().
  const std::string& start_text() const { return start_text_; }

  std::string text() const { return model_->text(); }
  BoardView view() const { return model_->view(); }
  /// Exact scores by seat as decimal numbers; empty if the game has none.
  std::vector<std::string> scores() const { return model_->scores(); }
  Key key() const { return model_->key(); }

  const PositionModel& model() const { return *model_; }

 private:
  std::unique_ptr<PositionModel> model_;
  std::string start_text_;
  std::vector<std::string> moves_;
};

/// The position with the mover's turn skipped: what the others threaten. This is no move of the game, so the
/// result has no earlier moves and its text need not be one that can be read back; engines search it. An error where
/// skipping makes no sense: in the middle of a turn, when the game is over, near the end.
base::Parsed<AnyPosition> passed(const AnyPosition& position);

/// Plays one word of a move list: a ply ("W:E5", "K10") or the rest of a turn ("E5/A1"). The plies' canonical texts
/// come back; on error nothing changes.
base::Parsed<std::vector<std::string>> play_word(AnyPosition& position, std::string_view word);

/// A game's moves as records write them: plies of a complete turn of several stones joined, cells in the order of the
/// view's pieces ("E5/A1"); everything else as it is. REQUIRES: the plies can be played from `start`.
std::vector<std::string> join_turns(const AnyPosition& start, const std::vector<std::string>& plies);

}  // namespace partita::catalog
