#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/fixed_vector.h"
#include "base/option.h"
#include "base/parsed.h"
#include "base/random.h"
#include "game/board_view.h"
#include "game/types.h"

/// The vocabulary every game speaks and every search is written in. A game is a struct G with types and static
/// functions; nothing here is virtual. "Adding a game" in docs/ walks through it. What a game may offer beyond this
/// stands in game/refinements.h.
// clang-format 14 does not know requires-expressions.
// clang-format off
namespace partita::game {

template <class G>
using MoveList = base::FixedVector<typename G::Move, G::kMaxMoves>;

/// What an evaluator may look at besides the position. Plain evaluators ignore it.
template <class Move>
struct EvalContext {
  Seat root = 0;                  ///< whose search this is
  int plies_from_root = 0;
  int depth_left = 0;
  Move last_move{};               ///< Move{} at the root
  base::Random* random = nullptr; ///< for evaluators with a random term; never null inside a search
};

/// Name and one line of help, for lists of evaluators and the like.
struct Named {
  std::string_view name;
  std::string_view help;
};

/// The parts every Move has: small, comparable, and Move{} means "no move" and is never legal.
template <class M>
concept MoveType = std::is_trivially_copyable_v<M> && sizeof(M) <= 4 && std::equality_comparable<M> &&
                   std::default_initializable<M>;

/// A position is a value: trivially copyable, comparable, no heap. play() returns what retract() needs.
template <class P, class Move, class Undo>
concept PositionType = std::is_trivially_copyable_v<P> && std::equality_comparable<P> &&
                       requires(const P& pos, P& changing, Move move, const Undo& undo, Seat seat) {
                         { pos.to_move() } -> std::convertible_to<Seat>;
                         { pos.seat_count() } -> std::convertible_to<int>;
                         { pos.ply() } -> std::convertible_to<int>;
                         { pos.is_over() } -> std::same_as<bool>;
                         { pos.payoff(seat) } -> std::convertible_to<int>;
                         { pos.key() } -> std::same_as<Key>;
                         { pos.recomputed_key() } -> std::same_as<Key>;
                         { changing.play(move) } -> std::same_as<Undo>;
                         { changing.retract(move, undo) };
                       };

/// How a game is written and read. read_move accepts legal moves only; every error names what was expected.
template <class N, class G>
concept NotationType = requires(const typename G::Position& pos, typename G::Move move, std::string_view text,
                                const typename G::Rules& rules) {
  { N::write_move(pos, move) } -> std::same_as<std::string>;
  { N::read_move(pos, text) } -> std::same_as<base::Parsed<typename G::Move>>;
  { N::write_position(pos) } -> std::same_as<std::string>;
  { N::read_position(rules, text) } -> std::same_as<base::Parsed<typename G::Position>>;
  { N::ending(pos) } -> std::same_as<std::string>;  // reason, "" while the game goes on: "five", "ply-limit"
};

/// A family of evaluation functions chosen by name. evaluate() returns |score| <= kEvalLimit from `seat`'s view; with two
/// seats evaluate(pos, a) == -evaluate(pos, b).
template <class E, class G>
concept EvaluatorType = requires(const E& evaluator, const typename G::Position& pos, Seat seat,
                                 const EvalContext<typename G::Move>& context, std::string_view name) {
  { E::names() } -> std::convertible_to<std::span<const Named>>;  // the first is the default
  { E::named(name) } -> std::same_as<base::Parsed<E>>;
  { evaluator.evaluate(pos, seat, context) } -> std::same_as<Score>;
};

/// What people see: seat names, the board, the clicks of a move, scores where the game has them.
template <class G>
concept Viewable = requires(const typename G::Position& pos, typename G::Move move, Seat seat) {
  { G::seat_name(pos, seat) } -> std::same_as<std::string>;
  { G::view(pos) } -> std::same_as<BoardView>;
  { G::move_path(pos, move) } -> std::same_as<std::vector<std::string>>;
  { G::scores(pos) } -> std::same_as<std::vector<std::string>>;  // exact, by seat; empty if the game has none
};

template <class G>
concept Game =
    requires {
      typename G::Move;
      typename G::Undo;
      typename G::Position;
      typename G::Rules;
      typename G::Notation;
      typename G::Evaluator;
      { G::kName } -> std::convertible_to<std::string_view>;
      { G::kTitle } -> std::convertible_to<std::string_view>;
      { G::kMaxMoves } -> std::convertible_to<std::size_t>;
      { G::kHistorySlots } -> std::convertible_to<std::size_t>;
    } && MoveType<typename G::Move> && PositionType<typename G::Position, typename G::Move, typename G::Undo> &&
    NotationType<typename G::Notation, G> && EvaluatorType<typename G::Evaluator, G> && Viewable<G> &&
    requires(const typename G::Position& pos, typename G::Move move, const typename G::Rules& rules,
             MoveList<G>& list, const base::OptionValues& values) {
      // Rules: declared options, read from checked values (all defaults allowed), and written back.
      { G::rule_options() } -> std::same_as<std::vector<base::OptionSpec>>;
      { G::make_rules(values) } -> std::same_as<base::Parsed<typename G::Rules>>;
      { G::rule_values(rules) } -> std::same_as<base::OptionValues>;
      { G::rules_of(pos) } -> std::same_as<typename G::Rules>;
      { G::initial(rules) } -> std::same_as<typename G::Position>;
      // REQUIRES: !pos.is_over(); appends to an empty list, in an order that is the same on every machine.
      { G::generate_moves(pos, list) } -> std::same_as<void>;
      // A number below kHistorySlots for history tables; equal for moves that "are the same idea" (mover included).
      { G::history_slot(pos, move) } -> std::convertible_to<std::size_t>;
    };

/// The position after a legal move.
template <class Position, class Move>
Position position_after(Position pos, Move move) {
  pos.play(move);
  return pos;
}

}  // namespace partita::game
