#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/fixed_vector.h"
#include "base/parsed.h"
#include "base/random.h"
#include "game/concept.h"
#include "game/motif.h"
#include "game/terms.h"

/// What a game may offer beyond the Game concept. Search, solver and catalog find each of these by `if constexpr`: a
/// game without one loses what it gains and nothing else. They stand in the order in which a new game profits from
/// them: rules first, then strength, then speed, then what only experiments ask for. (What perft tables may count
/// besides leaves stands in game/perft.h.)
// clang-format 14 does not know requires-expressions.
// clang-format off
namespace partita::game {

// ---- Rules: without these a game that has the rule is not played right ---------------------------------------------

/// Positions that occur again end the game. The caller keeps the keys of earlier positions; a position that occurs for
/// the n-th time with n == repetition_limit() ends it with repetition_payoff, and a game of ply_limit plies is a draw. 0
/// means no such rule.
/// Gains: the rules themselves, everywhere; the solver knows when a position's value depends on its ply.
template <class G>
concept HasRepetition = requires(const typename G::Position& pos, Seat seat) {
  { pos.repetition_limit() } -> std::convertible_to<int>;
  { pos.repetition_payoff(seat) } -> std::convertible_to<int>;
  { pos.reversible_plies() } -> std::convertible_to<int>;  // how many plies back a repetition can lie at most
  { pos.rules().ply_limit } -> std::convertible_to<int>;
};

/// A turn has several plies by the same seat. generate_moves() may list them in fewer orders than people play them in, as
/// long as nothing is lost by it: generate_human_moves() lists every legal ply, and read_move() accepts them all.
/// read_turn() reads the rest of the mover's turn where records write turns and not plies.
/// Gains: undo, clocks and records work on turns, and a search looks at one order of each.
template <class G>
concept HasTurns = requires(const typename G::Position& pos, std::string_view text,
                            std::vector<typename G::Move>& list) {
  { pos.starts_turn() } -> std::same_as<bool>;
  { G::generate_human_moves(pos, list) } -> std::same_as<void>;
  { G::Notation::read_turn(pos, text) } -> std::same_as<base::Parsed<std::vector<typename G::Move>>>;
};

/// Rules in the interchange format of the game's own world, where it can express them; what it cannot is an error.
/// Gains: records of that world are read and written.
template <class G>
concept HasRulesText = requires(const typename G::Rules& rules, std::string_view text) {
  { G::write_rules_text(rules) } -> std::same_as<base::Parsed<std::string>>;
  { G::read_rules_text(text) } -> std::same_as<base::Parsed<typename G::Rules>>;
};

/// The end, after a known number of plies, is a contest of scores. margin(pos, seat) is the seat's score less the best
/// other's, held within +-kEvalLimit.
/// Gains: a search with objective=margin plays for it, and one with objective=score for it times kPointValue, which brings
/// it to the scale of an evaluator that counts points. Time managers share the clock by the plies left.
template <class G>
concept HasScores = requires(const typename G::Position& pos, Seat seat) {
  { pos.plies_left() } -> std::convertible_to<int>;
  { G::margin(pos, seat) } -> std::same_as<Score>;
  { G::kPointValue } -> std::convertible_to<Score>;
};

// ---- Strength: what is seen without search --------------------------------------------------------------------------

/// What threatens the mover: one vocabulary for everything that is forced.
enum class Threat : std::uint8_t {
  kNone,    ///< nothing is known
  kForced,  ///< the other side threatens to win at once, and only the moves told beside it can avoid that
  kLost,    ///< the threat cannot be met: every legal move loses to an immediate reply
  kWon,     ///< the mover can win at once
};

/// Wins at once and the threats of them are found without search. immediate_win() returns Move{} if there is none;
/// REQUIRES: !is_over(). forced_replies() never says kWon, and for kForced lists a subset of the legal moves, at least one;
/// REQUIRES: no immediate win for the mover.
/// Gains: static_win_test and forced_reply_extension, better playouts, a solver that follows forced lines.
template <class G>
concept HasThreats = requires(const typename G::Position& pos, MoveList<G>& list) {
  { G::immediate_win(pos) } -> std::same_as<typename G::Move>;
  { G::forced_replies(pos, list) } -> std::same_as<Threat>;
};

/// What a leaf is asked, answered without a list of moves. threat_after() says the same as the functions above from what
/// the last move can have changed; the one move of kForced comes in `forced`. REQUIRES: the game is not over, and before
/// `last` neither side could have won at once by any other move. Here kNone says that nobody can win at once.
/// move_count() is the number of legal moves.
/// Gains: the win test in a fraction of the time, in search and solver, and the solver's leaf initialisation.
template <class G>
concept HasLeafTests = HasThreats<G> &&
    requires(const typename G::Position& pos, typename G::Move last, const typename G::Undo& undo,
             typename G::Move& forced) {
      { G::threat_after(pos, last, undo, forced) } -> std::same_as<Threat>;
      { G::move_count(pos) } -> std::convertible_to<int>;
    };

/// Moves that force matters (captures, threats); a subset of the legal ones.
/// Gains: quiescence.
template <class G>
concept HasForcingMoves = requires(const typename G::Position& pos, MoveList<G>& list) {
  { G::generate_forcing_moves(pos, list) } -> std::same_as<void>;
};

/// A first guess at how good a move is, before any search: higher is searched earlier. No hint is farther from zero than
/// kMostHint: where that is little, moves are ordered by keys of 32 bits, several at a time.
/// Gains: the switch move_hints, and playouts of the better of two moves.
template <class G>
concept HasMoveHints = requires(const typename G::Position& pos, typename G::Move move) {
  { G::move_hint(pos, move) } -> std::convertible_to<int>;
  { G::kMostHint } -> std::convertible_to<std::int64_t>;
};

/// Hints, value and forcing moves of a position rest on the same sets, which are worked out once.
/// Hints is made from the position; for_each_ranked_move() calls visit(move, its history slot, its hint) in the order of
/// generate_moves().
/// evaluate_quiet() is what evaluate() says for the mover, as far as a search with this window needs to know: a value of at
/// least beta may be a bound from below, one of at most alpha a bound from above. If it is below beta it leaves in `forcing`
/// what generate_quiet_forcing_moves() needs. REQUIRES for both: evaluator.has_quiet_view(pos), no immediate win, and
/// forced_replies() says kNone.
/// Gains: move ordering and quiescence in less time.
template <class G>
concept HasSharedSets = HasMoveHints<G> && HasThreats<G> && HasForcingMoves<G> &&
    requires(const typename G::Evaluator& evaluator, const typename G::Position& pos, Score bound,
             typename G::Forcing& forcing, MoveList<G>& list, const typename G::Hints& hints, typename G::Move move,
             void (*visit)(typename G::Move, std::size_t, int)) {
      requires std::constructible_from<typename G::Hints, const typename G::Position&>;
      { hints.of(move) } -> std::convertible_to<int>;
      { G::for_each_ranked_move(pos, visit) } -> std::same_as<void>;
      { evaluator.has_quiet_view(pos) } -> std::same_as<bool>;
      { evaluator.evaluate_quiet(pos, bound, bound, forcing) } -> std::same_as<Score>;
      { G::generate_quiet_forcing_moves(pos, forcing, list) } -> std::same_as<void>;
    };

/// The mover's whole turn may be skipped for a null-move search (never a legal move of the game).
/// Gains: null_move, and what the other side threatens can be shown.
template <class G>
concept HasPass = requires(const typename G::Position& pos, typename G::Position& changing,
                           const typename G::Undo& undo) {
  { pos.can_pass() } -> std::same_as<bool>;  // turn boundary, and a pass makes sense here
  { changing.pass() } -> std::same_as<typename G::Undo>;
  { changing.retract_pass(undo) };
};

/// Symmetry 0 is the identity.
/// Gains: a solver and certificates that keep one position of all its images.
template <class G>
concept HasSymmetries = requires(const typename G::Position& pos, typename G::Move move, int symmetry) {
  { G::symmetry_count(pos) } -> std::convertible_to<int>;
  { G::image(pos, symmetry) } -> std::same_as<typename G::Position>;
  { G::image(pos, move, symmetry) } -> std::same_as<typename G::Move>;
};

/// What is asked of an exact endgame solver, and what it answers for the mover: its best line (at least one move) and the
/// value of best play against everybody else, as a margin or as -1, 0, 1.
struct EndgameQuestion {
  int most_free_cells = 0;
  bool wants_margin = false;
  std::uint64_t most_nodes = 0;          ///< 0: no limit
  const base::StopFlag* stop = nullptr;  ///< may be null
  std::uint64_t* spent = nullptr;        ///< gets the nodes of an attempt, also of one that failed; may be null
};
template <class Move>
struct EndgameAnswer {
  std::vector<Move> line;
  Score value = 0;
  std::uint64_t nodes = 0;
};
/// Moves known without search: a book of rules of thumb for the opening, which returns Move{} where it has nothing to say,
/// and an exact solver for the endgame.
/// Gains: the switches own_book and endgame.
template <class G>
concept HasKnownMoves = requires(const typename G::Position& pos, const EndgameQuestion& question) {
  { G::opening_move(pos) } -> std::same_as<typename G::Move>;
  { G::answer_endgame(pos, question) } -> std::same_as<std::optional<EndgameAnswer<typename G::Move>>>;
};

/// An evaluator may read a network learnt for the game and its rules. wants_network() is true of an evaluator that does;
/// net_inputs() are what the network sees, a bit each; net_inputs_images() of one symmetry lists, for each input, the input
/// it becomes, so that training may turn a position instead of playing it again; net_head() chooses by the side to move.
/// Gains: everything of docs/learning.md.
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

/// What a learnt policy says of a position. Made once per worker and used again and again.
struct PolicyAnswer {
  std::vector<float> priors;  ///< by move of the list: the share of the looks it should get, summing to 1
  std::array<float, kMaxSeats> shares{};  ///< expected shares of the point by seat
};
/// An evaluator that tells where to look first and who wins, where it says so; wants_policy() is true of one that reads
/// a policy network, policy_inputs() names the inputs of the network for some rules, empty where there is none.
/// Gains: Monte-Carlo search by PUCT instead of playouts (switch selection).
template <class G>
concept HasPolicy = requires(typename G::Evaluator& evaluator, const typename G::Position& pos,
                             const MoveList<G>& moves, PolicyAnswer& answer, const typename G::Rules& rules,
                             const typename G::PolicyNetwork& network) {
  { evaluator.wants_policy() } -> std::same_as<bool>;
  { evaluator.use_policy(network) } -> std::same_as<base::Parsed<base::Done>>;
  { evaluator.tells_policy(pos) } -> std::same_as<bool>;
  { evaluator.ask_policy(pos, moves, answer) } -> std::same_as<void>;
  { G::policy_inputs(rules) } -> std::same_as<std::string>;
};

// ---- Monte-Carlo search, which has general answers for games that offer nothing --------------------------------------

/// How moves are chosen in a playout. kBiased is the game's own idea of a better move, cheap enough to be tried on
/// every ply (the better of two random candidates).
enum class PlayoutPolicy : std::uint8_t { kUniform, kBiased };

/// One finished playout. Made once per worker and used again and again; the game overwrites all of it.
template <class G>
struct Playout {
  std::array<int, kMaxSeats> payoff{};  ///< twelfths by seat, sums to kPoint
  std::array<float, kMaxSeats>
      margin{};  ///< by seat, in [-1, 1]: how clearly it was won; 0 where the game has no margin
  /// amaf_slot() of every move that is to be credited: what finally stood where, or what was played.
  base::FixedVector<std::uint16_t, G::kMaxPlayoutSlots> slots;
};

/// The game finishes a random game faster than by play(). amaf_slot() gives two moves the same number (below
/// kAmafSlots) when a playout credited with one says something of the other; REQUIRES of playout(): !pos.is_over().
/// Priors are guesses at the moves' worth in [0, 1] for the mover, used until playouts know better: a value made from a
/// position, which outlives it, with what its moves share worked out once.
/// Gains: Monte-Carlo search many times as fast, all-moves-as-first, and the switch prior_weight.
template <class G>
concept HasPlayout = requires(const typename G::Position& pos, typename G::Move move, PlayoutPolicy policy,
                              base::Random& random, Playout<G>& playout, const typename G::Priors& priors) {
  requires std::constructible_from<typename G::Priors, const typename G::Position&>;
  { priors.of(move) } -> std::convertible_to<float>;
  { G::kAmafSlots } -> std::convertible_to<std::size_t>;
  { G::kMaxPlayoutSlots } -> std::convertible_to<std::size_t>;
  { G::amaf_slot(pos, move) } -> std::convertible_to<std::size_t>;
  { G::playout(pos, policy, random, playout) } -> std::same_as<void>;
};

// ---- Speed: the same moves and values in less time -------------------------------------------------------------------

/// Tells of any Move whether it is legal in a position that is not over, without listing the legal ones, and the key after
/// a legal one without playing it.
/// Gains: a move of the table is tried before any is listed, and table entries are prefetched: with kLooksAhead, for games
/// whose moves take long to play, the next move's while the subtree of the one before is searched.
template <class G>
concept HasMoveProbe = requires(const typename G::Position& pos, typename G::Move move) {
  { G::is_legal(pos, move) } -> std::same_as<bool>;
  { G::child_key(pos, move) } -> std::same_as<Key>;
  { G::kLooksAhead } -> std::convertible_to<bool>;
};

/// A part of an evaluation is cheaper to carry from move to move than to count anew. Where evaluator.carries(), the value
/// of a position is evaluate_carried() of what carried() said at the root and carried_after() before every move since;
/// passing changes nothing of it. `is_quiet`: it is known already that neither side could win at once.
/// Gains: quicker nodes.
template <class G>
concept HasCarriedValue = requires(const typename G::Evaluator& evaluator, const typename G::Position& pos,
                                   typename G::Move move, Seat seat, Score carried, bool is_quiet) {
  { evaluator.carries() } -> std::same_as<bool>;
  { evaluator.carried(pos) } -> std::same_as<Score>;
  { evaluator.carried_after(pos, move, carried) } -> std::same_as<Score>;
  { evaluator.evaluate_carried(pos, seat, carried, is_quiet) } -> std::same_as<Score>;
};

/// A second key from random numbers of a seed, which says as much of a position as Position::key() and is independent
/// of it: what agrees in both is the same position but for a chance of 2^-64.
/// Gains: a solver that need not write a position's text to tell it from others of the same key.
template <class G>
concept HasCheckKeys = std::constructible_from<typename G::CheckKeys, std::uint64_t> &&
    requires(const typename G::CheckKeys& checks, const typename G::Position& pos) {
      { checks.of(pos) } -> std::same_as<Key>;
    };

/// Keys of all images of a position, carried along move by move, and the check keys of the same images. least_image()
/// says which of them speaks for all. write_image() is the text of an image, without making it.
/// Gains: a solver that pays little for symmetries.
template <class G>
concept HasSymmetricKeys = HasSymmetries<G> && HasCheckKeys<G> &&
    requires(const typename G::Position& pos, typename G::Move move, const typename G::SymmetricKeys& keys,
             const typename G::CheckKeys& checks, int symmetry, std::size_t image) {
      { G::symmetric_keys(pos) } -> std::same_as<typename G::SymmetricKeys>;
      { G::child_symmetric_keys(keys, pos, move) } -> std::same_as<typename G::SymmetricKeys>;
      { G::least_image(keys) } -> std::same_as<std::size_t>;
      { checks.of_images(pos) } -> std::same_as<typename G::SymmetricKeys>;
      { checks.of_images_after(keys, pos, move) } -> std::same_as<typename G::SymmetricKeys>;
      { checks.of_image_after(keys, image, pos, move) } -> std::same_as<Key>;  // of this image alone
      { G::Notation::write_image(pos, symmetry) } -> std::same_as<std::string>;
    };

/// First proof and disproof number of a position. Those of different positions of a game must be comparable, nothing else.
struct ProofGuess {
  std::uint32_t proof;
  std::uint32_t disproof;
};
/// Heuristics of the solver. proof_guess() makes the numbers from a value for the attacker and the number of legal moves.
/// move_count_after() is that number after a move, from the number before it; REQUIRES: `undo` belongs to `last`, the move
/// played last. hope() is an upper bound on the ways to win that a seat has left: 0 means that it can never win again,
/// whatever both play; the larger, the longer it takes the other side to bring it to 0. REQUIRES of hope(): counts_hope(pos).
/// Gains: a proof search that tries first what is likely to succeed; on boards so small that nobody wins for want of room,
/// that is shown long before the board is full.
template <class G>
concept HasProofGuess = HasCarriedValue<G> && HasLeafTests<G> &&
    requires(const typename G::Position& pos, typename G::Move last, const typename G::Undo& undo, int before, Seat seat,
             Score attackers_value, bool is_attackers_turn, int moves) {
      { G::proof_evaluator() } -> std::same_as<typename G::Evaluator>;  // one that carries
      { G::proof_guess(attackers_value, is_attackers_turn, moves) } -> std::same_as<ProofGuess>;
      { G::move_count_after(pos, last, undo, before) } -> std::convertible_to<int>;
      { G::counts_hope(pos) } -> std::same_as<bool>;
      { G::hope(pos, seat) } -> std::same_as<int>;
    };

// ---- Reasons: what a move does, for people ----------------------------------------------------------------------------

/// The game knows facts about moves that its rules can verify (game/motif.h): motif_kinds() are all kinds of them with
/// their words, find_motifs() says what a legal move does in a position, and is_motif_true() checks one of them by
/// playing on and looking at the board, without anything that finds them. Only what is always true is a motif.
/// Gains: reasons beside the marks of a review, `partita why` and `why` in the terminal, mistakes by kind, and the
/// table of `partita lab motifs`.
template <class G>
concept HasMotifs = requires(const typename G::Position& pos, typename G::Move move, const Motif& motif) {
  { G::motif_kinds() } -> std::same_as<const std::vector<MotifKind>&>;
  { G::find_motifs(pos, move) } -> std::same_as<std::vector<Motif>>;
  { G::is_motif_true(pos, move, motif) } -> std::same_as<bool>;
};

// ---- Experiments ----------------------------------------------------------------------------------------------------

/// The default evaluator is a sum of terms (but for rounding). Always the same terms in the same order, 64 at most; none at
/// all where other rules than the sum decide (a win at hand, say). It can leave terms out.
/// Gains: weights are fitted to played games (partita tune texel), and what each term is worth shows in play (left_out).
template <class G>
concept HasEvaluationTerms = requires(const typename G::Position& pos, typename G::Evaluator& evaluator, TermSet terms) {
  { evaluation_terms(pos) } -> std::same_as<std::vector<EvaluationTerm>>;  // beside the game, found by its position
  { evaluator.leave_out(terms) } -> std::same_as<void>;
};

/// A report's evaluation is a sum of terms whose weights its author wanted to learn.
/// Gains: the lab fits them to games.
template <class G>
concept HasAuthorTerms = requires(const typename G::Position& pos) {
  { author_terms(pos) } -> std::same_as<std::vector<EvaluationTerm>>;
};

/// What a learner of priors reads of a position and the move that a search chose in it.
/// Gains: `partita-learn patterns` writes them.
template <class G>
concept HasPatternSamples = requires(const typename G::Position& pos, typename G::Move move) {
  { G::pattern_sample(pos, move) } -> std::same_as<std::string>;
};

/// Some evaluators stand for those of reports whose authors' programs count otherwise than the text says. row_column_key()
/// is a weaker key than the position's own: random numbers by row, by column and by what stands there, XORed together;
/// different positions share it (Sweere 4.2).
/// Gains: the switches as=program and hashing=rows_and_columns of the reports' presets.
template <class G>
concept HasReportForms = requires(typename G::Evaluator& evaluator, const typename G::Position& pos) {
  { evaluator.use_program_form() } -> std::same_as<void>;  // nothing changes where there is none
  { G::row_column_key(pos) } -> std::same_as<Key>;
};

}  // namespace partita::game
