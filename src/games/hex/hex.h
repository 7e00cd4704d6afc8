#pragma once

#include <string_view>

#include "game/concept.h"
#include "game/profile.h"
#include "game/refinements.h"
#include "games/hex/deduction.h"
#include "games/hex/evaluator.h"
#include "games/hex/motifs.h"
#include "games/hex/notation.h"
#include "games/hex/playout.h"
#include "games/hex/position.h"
#include "games/hex/rules.h"
#include "games/hex/small_solver.h"

namespace partita::games::hex {

/// Hex, the documented example of adding a game (docs/adding-a-game.md): join your two edges before the other does.
struct Hex {
  using Move = hex::Move;
  using Undo = hex::Undo;
  using Position = hex::Position;
  using Rules = hex::Rules;
  using Notation = hex::Notation;
  using Evaluator = hex::Evaluator;
  using ExactSolver = SmallSolver;
  using Deduction = hex::Deduction;

  static constexpr std::string_view kName = "hex";
  static constexpr std::string_view kTitle = "Hex";
  /// What is known of the game besides its rules, in profile.cpp. Lives as long as the program.
  static const game::Profile& profile();
  static constexpr std::size_t kMaxMoves = kMaxCells + 1;
  static constexpr std::size_t kHistorySlots = 512;

  static std::vector<base::OptionSpec> rule_options() { return hex::rule_options(); }
  static base::Parsed<Rules> make_rules(const base::OptionValues& values) { return hex::make_rules(values); }
  static base::OptionValues rule_values(const Rules& rules) { return hex::rule_values(rules); }
  static Rules rules_of(const Position& pos) { return pos.rules(); }
  static Position initial(const Rules& rules) { return Position(rules); }

  static void generate_moves(const Position& pos, base::FixedVector<Move, kMaxMoves>& list);
  static std::size_t history_slot(const Position& pos, Move move) { return move.cell * 2U + pos.to_move(); }
  static constexpr int kMostHint = 4 * kMaxSide;
  /// Cells near the middle first.
  static int move_hint(const Position& pos, Move move);
  static Move immediate_win(const Position& pos);
  static game::Threat forced_replies(const Position& pos, base::FixedVector<Move, kMaxMoves>& list);
  /// The same after a move in a position where nobody could win at once otherwise than by it.
  static game::Threat threat_after(const Position& pos, Move last, const Undo&, Move& forced);
  static int move_count(const Position& pos) { return pos.empty_count() + (pos.can_swap() ? 1 : 0); }

  /// Fills the board; biased: whoever's bridge is broken joins its stones by the other cell.
  static constexpr std::size_t kAmafSlots = kHistorySlots;
  static constexpr std::size_t kMaxPlayoutSlots = kMaxCells;
  static std::size_t amaf_slot(const Position& pos, Move move) { return history_slot(pos, move); }
  static void playout(const Position& pos, game::PlayoutPolicy policy, base::Random& random,
                      game::Playout<Hex>& playout);

  /// How often moves like these were chosen in self-play, by what stands around the cell.
  struct Priors {
    explicit Priors(const Position& pos);
    float of(Move move) const;

    RimmedBoard board;
    game::Seat mover;
  };

  // ---- game::HasPolicy: every side of which a network has learnt
  using PolicyNetwork = nets::ConvolutionNetwork;
  static std::string policy_inputs(const Rules& rules);
  /// What such a network sees, by place of its grid (a square of side + 2 rows) and plane, 4 bytes a place.
  /// REQUIRES: a side of which a network has learnt.
  static void policy_planes(const Position& pos, std::vector<std::uint8_t>& planes);
  static const nets::ConvolutionGrid& policy_grid(int side);

  /// 16-bit numbers, lowest byte first: how many empty cells, which of them was chosen, then ring, bridges and edges
  /// (patterns.h) of each. learn/hex_patterns.py reads them.
  static std::string pattern_sample(const Position& pos, Move chosen);

  /// The identity and the half turn.
  static int symmetry_count(const Position&) { return 2; }
  static Position image(const Position& pos, int symmetry);
  static Move image(const Position& pos, Move move, int symmetry);
  using CheckKeys = hex::CheckKeys;

  static const std::vector<game::MotifKind>& motif_kinds() { return hex::motif_kinds(); }
  static std::vector<game::Motif> find_motifs(const Position& pos, Move move) { return hex::find_motifs(pos, move); }
  static bool is_motif_true(const Position& pos, Move move, const game::Motif& motif) {
    return hex::is_motif_true(pos, move, motif);
  }

  static std::string seat_name(const Position&, game::Seat seat) { return seat == 0 ? "Red" : "Blue"; }
  static game::BoardView view(const Position& pos);
  static std::vector<std::string> move_path(const Position& pos, Move move);
  static std::vector<std::string> scores(const Position&) { return {}; }
};

static_assert(game::HasPolicy<Hex>);

}  // namespace partita::games::hex
