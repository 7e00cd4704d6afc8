#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
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
/// functions; nothing here is virtual. "Adding a game" in docs/ walks through it.
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
      { G::initial(rules) } -> std::same_as<typename G::Position>;
      // REQUIRES: !pos.is_over(); appends to an empty list, in an order that is the same on every machine.
      { G::generate_moves(pos, list) } -> std::same_as<void>;
      // A number below kHistorySlots for history tables; equal for moves that "are the same idea" (mover included).
      { G::history_slot(pos, move) } -> std::convertible_to<std::size_t>;
    };

// ---- Refinements, found by `if constexpr`. A game offers what it has. -------------------------------------------

/// A move that wins at once can be found without search. Returns Move{} if there is none. REQUIRES: !is_over().
template <class G>
concept HasImmediateWin = requires(const typename G::Position& pos) {
  { G::immediate_win(pos) } -> std::same_as<typename G::Move>;
};

/// kFree: nothing is known. kForced: only the listed moves (a subset of the legal ones, at least one) can avoid an
/// immediate loss. kLost: every legal move loses to an immediate reply. REQUIRES: no immediate win for the mover.
enum class Replies { kFree, kForced, kLost };
template <class G>
concept HasForcedReplies = HasImmediateWin<G> && requires(const typename G::Position& pos, MoveList<G>& list) {
  { G::forced_replies(pos, list) } -> std::same_as<Replies>;
};

/// Moves that force matters (captures, threats), for quiescence and ordering; a subset of the legal ones.
template <class G>
concept HasForcingMoves = requires(const typename G::Position& pos, MoveList<G>& list) {
  { G::generate_forcing_moves(pos, list) } -> std::same_as<void>;
};

/// A first guess at how good a move is, before any search: higher is searched earlier.
template <class G>
concept HasMoveHints = requires(const typename G::Position& pos, typename G::Move move) {
  { G::move_hint(pos, move) } -> std::convertible_to<int>;
};

/// A part of an evaluation is cheaper to carry from move to move than to count anew. Where evaluator.carries(), the value
/// of a position is evaluate_carried() of what carried() said at the root and carried_after() before every move since;
/// passing changes nothing of it. `is_quiet`: it is known already that neither side could win at once.
template <class G>
concept HasCarriedValue = requires(const typename G::Evaluator& evaluator, const typename G::Position& pos,
                                   typename G::Move move, Seat seat, Score carried, bool is_quiet) {
  { evaluator.carries() } -> std::same_as<bool>;
  { evaluator.carried(pos) } -> std::same_as<Score>;
  { evaluator.carried_after(pos, move, carried) } -> std::same_as<Score>;
  { evaluator.evaluate_carried(pos, seat, carried, is_quiet) } -> std::same_as<Score>;
};

/// The key after a legal move, without playing it.
template <class G>
concept HasChildKey = requires(const typename G::Position& pos, typename G::Move move) {
  { G::child_key(pos, move) } -> std::same_as<Key>;
};

/// Such guesses for many moves of one position: a value made from the position, with what they share worked out once.
template <class G>
concept HasSharedHints = HasMoveHints<G> && requires(const typename G::Position& pos, const typename G::Hints& hints,
                                                     typename G::Move move) {
  typename G::Hints;
  requires std::constructible_from<typename G::Hints, const typename G::Position&>;
  { hints.of(move) } -> std::convertible_to<int>;
};

/// The mover's whole turn may be skipped for a null-move search (never a legal move of the game).
template <class G>
concept HasPass = requires(const typename G::Position& pos, typename G::Position& changing,
                           const typename G::Undo& undo) {
  { pos.can_pass() } -> std::same_as<bool>;  // turn boundary, and a pass makes sense here
  { changing.pass() } -> std::same_as<typename G::Undo>;
  { changing.retract_pass(undo) };
};

/// Symmetry 0 is the identity. canonical_key is equal for all images of a position.
template <class G>
concept HasSymmetries = requires(const typename G::Position& pos, typename G::Move move, int symmetry) {
  { G::symmetry_count(pos) } -> std::convertible_to<int>;
  { G::image(pos, symmetry) } -> std::same_as<typename G::Position>;
  { G::image(pos, move, symmetry) } -> std::same_as<typename G::Move>;
};

/// Positions that occur again end the game. The caller keeps the keys of earlier positions; a position that occurs for
/// the n-th time with n == repetition_limit() ends it with repetition_payoff. 0 means no such rule.
template <class G>
concept HasRepetition = requires(const typename G::Position& pos, Seat seat) {
  { pos.repetition_limit() } -> std::convertible_to<int>;
  { pos.repetition_payoff(seat) } -> std::convertible_to<int>;
  { pos.reversible_plies() } -> std::convertible_to<int>;  // how many plies back a repetition can lie at most
};

/// A turn may have several plies by the same seat; undo and clocks work on turns.
template <class G>
concept HasTurns = requires(const typename G::Position& pos) {
  { pos.starts_turn() } -> std::same_as<bool>;
};

/// A turn's text, where records write turns and not plies: the plies of the rest of the mover's turn.
template <class G>
concept HasTurnText = requires(const typename G::Position& pos, std::string_view text) {
  { G::Notation::read_turn(pos, text) } -> std::same_as<base::Parsed<std::vector<typename G::Move>>>;
};

/// People may do things in more orders than a search needs to look at: every legal ply, where generate_moves() lists a
/// subset that loses nothing. read_move() accepts them all.
template <class G>
concept HasOtherOrders = requires(const typename G::Position& pos, std::vector<typename G::Move>& list) {
  { G::generate_human_moves(pos, list) } -> std::same_as<void>;
};

/// The rules that a position's own text fixes (board size, players), whatever was asked for beside it.
template <class G>
concept HasRulesInText = requires(const typename G::Position& pos) {
  { G::rules_of(pos) } -> std::same_as<typename G::Rules>;
};

/// The end is a contest of scores. margin(pos, seat) is the seat's score less the best other's, held within +-kEvalLimit;
/// at the end it is what a search with objective=margin plays for, and times kPointValue, which brings it to the scale of
/// an evaluator that counts points, what one with objective=score does.
template <class G>
concept HasMargin = requires(const typename G::Position& pos, Seat seat) {
  { G::margin(pos, seat) } -> std::same_as<Score>;
  { G::kPointValue } -> std::convertible_to<Score>;
};

/// What is asked of an exact endgame solver, and what it answers for the mover: its best line (at least one move) and the
/// value of best play against everybody else, as a margin or as -1, 0, 1.
struct EndgameQuestion {
  int most_free_cells = 0;
  bool wants_margin = false;
  std::uint64_t most_nodes = 0;          ///< 0: no limit
  const base::StopFlag* stop = nullptr;  ///< may be null
};
template <class Move>
struct EndgameAnswer {
  std::vector<Move> line;
  Score value = 0;
  std::uint64_t nodes = 0;
};
template <class G>
concept HasExactEndgame = requires(const typename G::Position& pos, const EndgameQuestion& question) {
  { G::answer_endgame(pos, question) } -> std::same_as<std::optional<EndgameAnswer<typename G::Move>>>;
};

/// How many plies the game still lasts is known (Omega): time managers share the clock by it.
template <class G>
concept HasPliesLeft = requires(const typename G::Position& pos) {
  { pos.plies_left() } -> std::convertible_to<int>;
};

/// A book of rules of thumb for the opening (switch own_book). Returns Move{} where it has nothing to say.
template <class G>
concept HasOpening = requires(const typename G::Position& pos) {
  { G::opening_move(pos) } -> std::same_as<typename G::Move>;
};

/// Rules in the interchange format of the game's own world, where it can express them; what it cannot is an error.
template <class G>
concept HasRulesText = requires(const typename G::Rules& rules, std::string_view text) {
  { G::write_rules_text(rules) } -> std::same_as<base::Parsed<std::string>>;
  { G::read_rules_text(text) } -> std::same_as<base::Parsed<typename G::Rules>>;
};

/// An evaluator may read a network learnt for the game and its rules. wants_network() is true of an evaluator that does;
/// net_inputs() are what the network sees, a bit each; net_inputs_images() of one symmetry lists, for each input, the input
/// it becomes, so that training may turn a position instead of playing it again; net_head() chooses by the side to move.
template <class G>
concept HasNetwork = requires(typename G::Evaluator& evaluator, const typename G::Position& pos,
                              const typename G::Rules& rules, const typename G::Network& network, int symmetry) {
  { evaluator.wants_network() } -> std::same_as<bool>;
  { evaluator.use_network(network) } -> std::same_as<base::Parsed<base::Done>>;
  { G::net_inputs(pos).size() } -> std::convertible_to<std::size_t>;
  { G::net_head(pos) } -> std::convertible_to<int>;
  { G::net_view(pos) } -> std::convertible_to<Seat>;  // whose chances the value tells
  { G::net_inputs_name(rules) } -> std::same_as<std::string>;
  { G::net_rules_name(rules) } -> std::same_as<std::string>;
  { G::net_inputs_images(rules, symmetry) } -> std::same_as<std::vector<std::uint16_t>>;
};

}  // namespace partita::game
