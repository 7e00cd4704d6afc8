#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/any_position.h"
#include "game/refinements.h"
#include "game/refusal.h"

namespace partita::catalog {

/// The one implementation of PositionModel, for any Game: a position, the rules it came from, and the past needed for
/// undo and repetition.
template <game::Game G>
class ErasedPosition final : public PositionModel {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  ErasedPosition(typename G::Rules rules, const Position& start) : rules_(std::move(rules)), pos_(start) {}

  const Position& position() const { return pos_; }
  const typename G::Rules& typed_rules() const { return rules_; }
  /// Keys of the positions before this one, oldest first.
  std::vector<Key> earlier_keys() const {
    std::vector<Key> keys;
    for (const Step& step : past_) keys.push_back(step.key_before);
    return keys;
  }

  std::unique_ptr<PositionModel> clone() const override { return std::make_unique<ErasedPosition>(*this); }
  std::string_view game() const override { return G::kName; }
  base::OptionValues rules() const override { return G::rule_values(rules_); }
  Seat to_move() const override { return static_cast<Seat>(pos_.to_move()); }
  int seat_count() const override { return static_cast<int>(pos_.seat_count()); }
  int ply() const override { return static_cast<int>(pos_.ply()); }
  bool starts_turn() const override {
    if constexpr (game::HasTurns<G>) {
      return pos_.starts_turn();
    } else {
      return true;
    }
  }
  std::optional<int> turns_left() const override {
    if constexpr (requires { pos_.turns_left(); }) {
      return pos_.turns_left();
    } else {
      return std::nullopt;
    }
  }
  std::string seat_name(Seat seat) const override { return G::seat_name(pos_, seat); }

  Ending ending() const override {
    Ending result;
    if (pos_.is_over()) {
      result.over = true;
      result.reason = G::Notation::ending(pos_);
      for (int seat = 0; seat < pos_.seat_count(); ++seat) {
        result.payoff[static_cast<std::size_t>(seat)] = pos_.payoff(static_cast<Seat>(seat));
      }
    } else if (is_ended_by_repetition()) {
      if constexpr (game::HasRepetition<G>) {
        result.over = true;
        result.reason = "repetition";
        for (int seat = 0; seat < pos_.seat_count(); ++seat) {
          result.payoff[static_cast<std::size_t>(seat)] = pos_.repetition_payoff(static_cast<Seat>(seat));
        }
      }
    }
    return result;
  }

  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> result;
    for_each_legal([&](Move move) { result.push_back(G::Notation::write_move(pos_, move)); });
    return result;
  }
  std::vector<MovePath> legal_paths() const override {
    std::vector<MovePath> result;
    for_each_legal([&](Move move) {
      result.push_back({G::Notation::write_move(pos_, move), G::move_path(pos_, move)});
    });
    return result;
  }

  base::Parsed<MovePath> read_path(std::string_view text) const override {
    if (ending().over) return game::refused(game::Refusal::kMoveOver, "the game is over, no move can be played");
    auto move = G::Notation::read_move(pos_, text);
    if (!move) return move.forward_error();
    return MovePath{G::Notation::write_move(pos_, *move), G::move_path(pos_, *move)};
  }

  base::Parsed<std::string> play(std::string_view text) override {
    if (ending().over) return game::refused(game::Refusal::kMoveOver, "the game is over, no move can be played");
    auto move = G::Notation::read_move(pos_, text);
    if (!move) return move.forward_error();
    std::string written = G::Notation::write_move(pos_, *move);
    const Key before = pos_.key();
    past_.push_back({*move, pos_.play(*move), before});
    return written;
  }
  base::Parsed<std::vector<std::string>> play_turn(std::string_view text) override {
    std::vector<std::string> written;
    if constexpr (game::HasTurns<G>) {
      if (ending().over) return base::Error{"the game is over, no turn can be played"};
      auto turn = G::Notation::read_turn(pos_, text);
      if (!turn) return turn.forward_error();
      for (const Move move : *turn) {
        written.push_back(G::Notation::write_move(pos_, move));
        const Key before = pos_.key();
        past_.push_back({move, pos_.play(move), before});
      }
    } else {
      auto played = play(text);
      if (!played) return played.forward_error();
      written.push_back(*played);
    }
    return written;
  }
  bool undo() override {
    if (past_.empty()) return false;
    pos_.retract(past_.back().move, past_.back().undo);
    past_.pop_back();
    return true;
  }

  std::string text() const override { return G::Notation::write_position(pos_); }
  std::optional<base::Error> why_no_set_up() const override {
    if constexpr (requires { G::Notation::why_no_set_up(pos_); }) {
      return G::Notation::why_no_set_up(pos_);
    } else {
      return std::nullopt;
    }
  }
  BoardView view() const override { return G::view(pos_); }
  std::vector<std::string> scores() const override { return G::scores(pos_); }
  Key key() const override { return pos_.key(); }

 private:
  struct Step {
    Move move;
    typename G::Undo undo;
    Key key_before;
  };

  template <class Visit>
  void for_each_legal(Visit&& visit) const {
    if (ending().over) return;
    if constexpr (game::HasTurns<G>) {
      std::vector<Move> moves;
      G::generate_human_moves(pos_, moves);
      for (const Move move : moves) visit(move);
    } else {
      game::MoveList<G> moves;
      G::generate_moves(pos_, moves);
      for (const Move move : moves) visit(move);
    }
  }

  bool is_ended_by_repetition() const {
    if constexpr (game::HasRepetition<G>) {
      const int limit = pos_.repetition_limit();
      if (limit == 0) return false;
      const Key key = pos_.key();
      const auto earlier =
          std::count_if(past_.begin(), past_.end(), [&](const Step& s) { return s.key_before == key; });
      return earlier + 1 >= limit;
    }
    return false;
  }

  typename G::Rules rules_;
  Position pos_;
  std::vector<Step> past_;
};

}  // namespace partita::catalog
