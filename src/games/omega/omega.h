#pragma once

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/concept.h"
#include "game/exact_scores.h"
#include "game/perft.h"
#include "game/profile.h"
#include "game/refinements.h"
#include "games/omega/evaluator.h"
#include "games/omega/move.h"
#include "games/omega/notation.h"
#include "games/omega/position.h"
#include "games/omega/rules.h"

namespace partita::games::omega {

/// Omega as a Game: one stone a ply, as many plies by the same seat in a turn as there are colours.
struct Omega {
  using Move = omega::Move;
  using Undo = omega::Undo;
  using Position = omega::Position;
  using Rules = omega::Rules;
  using Notation = omega::Notation;
  using Evaluator = omega::Evaluator;

  static constexpr std::string_view kName = "omega";
  static constexpr std::string_view kTitle = "Omega";
  /// What is known of the game besides its rules, in profile.cpp. Lives as long as the program.
  static const game::Profile& profile();
  static constexpr std::size_t kMaxMoves = kMaxCells + 1;
  static constexpr std::size_t kHistorySlots = kMaxColours * kMaxColours * kMaxCells + 1;

  static std::vector<base::OptionSpec> rule_options();
  static base::Parsed<Rules> make_rules(const base::OptionValues& values);
  static base::OptionValues rule_values(const Rules& rules);
  static Rules rules_of(const Position& pos) { return pos.rules(); }
  static Position initial(const Rules& rules) { return Position(rules); }

  /// The colour a search places next. The order inside a turn is free and does not change the result, so looking at one
  /// order is enough: the mover's own stone first, then the others in turn order.
  static int next_colour(const Position& pos) {
    return pos.is_pending(pos.mover()) ? pos.mover() : std::countr_zero(pos.pending());
  }
  /// The plies a search needs to look at: those of next_colour().
  static void generate_moves(const Position& pos, game::MoveList<Omega>& list);
  /// Whether generate_moves() lists it.
  static bool is_legal(const Position& pos, Move move) {
    if (move.is_swap()) return pos.can_swap();
    return move.colour() == next_colour(pos) && move.cell() < pos.cells() && pos.is_free(move.cell());
  }
  static constexpr bool kLooksAhead = false;
  static game::Key child_key(const Position& pos, Move move) { return pos.key_after(move); }
  /// Perft counts with the colours in the order W B R U.
  static void generate_perft_moves(const Position& pos, game::MoveList<Omega>& list);
  /// Every legal ply: any pending colour on any free cell.
  static void generate_human_moves(const Position& pos, std::vector<Move>& list);
  /// What the stone changes at once, for the mover: own growth is good, merging another's groups as well. In kLogUnit.
  static int move_hint(const Position& pos, Move move) {
    if (move.is_swap()) return 0;
    const int gain = pos.log_gain(move.colour(), move.cell());
    return move.colour() == pos.mover() ? gain : -gain;
  }
  /// A stone joins three groups at most, and none has 2^9 cells.
  static constexpr int kMostHint = 3 * 9 * kLogUnit;
  static std::size_t history_slot(const Position& pos, Move move) {
    if (move.is_swap()) return kHistorySlots - 1;
    return static_cast<std::size_t>((pos.mover() * kMaxColours + move.colour()) * kMaxCells + move.cell());
  }

  /// Monte-Carlo search: a fast random rest of the game. AMAF credits a stone by the final colour of its cell, whoever
  /// placed it there.
  static constexpr std::size_t kAmafSlots = kMaxColours * kMaxCells + 1;
  static constexpr std::size_t kMaxPlayoutSlots = kMaxCells;
  static std::size_t amaf_slot(const Position&, Move move) {
    if (move.is_swap()) return kAmafSlots - 1;
    return static_cast<std::size_t>(move.colour() * kMaxCells + move.cell());
  }
  /// REQUIRES: !pos.is_over().
  static void playout(const Position& pos, game::PlayoutPolicy policy, base::Random& random,
                      game::Playout<Omega>& playout);

  static const std::vector<game::MotifKind>& motif_kinds();
  static std::vector<game::Motif> find_motifs(const Position& pos, Move move);
  static bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

  static std::string seat_name(const Position& pos, game::Seat seat);
  static game::BoardView view(const Position& pos);
  static std::vector<std::string> move_path(const Position& pos, Move move);
  static std::vector<std::string> scores(const Position& pos);

  /// What a stone looks like to be worth, from its neighbours alone.
  static float tree_prior(const Position& pos, Move move);
  class Priors {
   public:
    explicit Priors(const Position& pos) : pos_(pos) {}
    float of(Move move) const { return tree_prior(pos_, move); }

   private:
    const Position& pos_;
  };

  // ---- game::HasPolicy: two players on every side of which a network has learnt
  using PolicyNetwork = nets::ConvolutionNetwork;
  static std::string policy_inputs(const Rules& rules);
  /// What such a network sees, by place of its grid (a square of 2 * side + 1 rows) and plane, 8 bytes a place.
  static void policy_planes(const Position& pos, std::vector<std::uint8_t>& planes);
  static const nets::ConvolutionGrid& policy_grid(int side);

  static int symmetry_count(const Position&) { return 12; }
  static Position image(const Position& pos, int symmetry);
  static Move image(const Position& pos, Move move, int symmetry);

  /// Own score less the best other's, held within what a search can count.
  static game::Score margin(const Position& pos, game::Seat seat);
  /// A point on the scale of the evaluator that counts points.
  static constexpr game::Score kPointValue = 100;
  /// Trebing's opening (5.4): the mover's own stone to a free corner, another's to the middle; nothing once it is over.
  static Move opening_move(const Position& pos);
  /// The exact endgame solver (endgame.h) as searches ask for it.
  static std::optional<game::EndgameAnswer<Move>> answer_endgame(const Position& pos,
                                                                 const game::EndgameQuestion& question);
  static std::optional<game::ScoreAnswer<Move>> solve_scores(const Position& pos, const game::ScoreQuestion& question);

  /// Leaves, and the exact sum of each colour's score over them. `unit` is "stone" or "turn".
  static base::Parsed<game::PerftSums> perft_sums(const Position& pos, int depth, std::string_view unit,
                                                  const game::PerftProgress& progress = {});
};

static_assert(game::HasPolicy<Omega>);

}  // namespace partita::games::omega
