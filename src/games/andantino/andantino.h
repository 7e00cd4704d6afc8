#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/concept.h"
#include "game/profile.h"
#include "game/refinements.h"
#include "games/andantino/evaluator.h"
#include "games/andantino/five_threats.h"
#include "games/andantino/hope.h"
#include "games/andantino/move_hint.h"
#include "games/andantino/notation.h"
#include "games/andantino/position.h"
#include "games/andantino/proof_guess.h"
#include "games/andantino/rules.h"
#include "games/andantino/symmetry.h"
#include "games/andantino/threat_after.h"
#include "games/andantino/winning_cells.h"

namespace partita::games::andantino {

/// Andantino (David L. Smith, 1995) as the house knows a game: five in a row or enclosing a stone wins, on a hexagon of
/// any side or without an edge. See the headers named after each rule.
struct Andantino {
  using Move = andantino::Move;
  using Undo = andantino::Undo;
  using Position = andantino::Position;
  using Rules = andantino::Rules;
  using Notation = andantino::Notation;
  using Evaluator = andantino::Evaluator;

  static constexpr std::string_view kName = "andantino";
  static constexpr std::string_view kTitle = "Andantino";
  /// What is known of the game besides its rules, in profile.cpp. Lives as long as the program.
  static const game::Profile& profile();
  static constexpr std::size_t kMaxMoves = andantino::kMaxMoves;
  static constexpr std::size_t kHistorySlots = 2 * kCellSlots;

  static std::vector<base::OptionSpec> rule_options();
  /// On the unbounded board the option `side` is not looked at.
  static base::Parsed<Rules> make_rules(const base::OptionValues& values);
  static base::OptionValues rule_values(const Rules& rules);
  /// The rules a position is played under, its side included.
  static Rules rules_of(const Position& pos) { return pos.rules(); }
  static Position initial(const Rules& rules) { return Position(rules); }

  /// From the top row down, each row from the west.
  static void generate_moves(const Position& pos, MoveList& list) {
    const auto [first, last] = pos.legal_span();
    for (unsigned row = first & ~1U; row <= last; row += 2) {
      const LegalCells& legal = pos.legal_cells();
      std::uint64_t word = legal.row(row) | static_cast<std::uint64_t>(legal.row(row + 1)) << kStride;
      for (; word != 0; word &= word - 1) list.push_back({static_cast<Cell>(row * kStride + std::countr_zero(word))});
    }
  }
  static bool is_legal(const Position& pos, Move move) {
    return move.cell < kCellSlots && pos.legal_cells().has(move.cell);
  }
  static std::size_t history_slot(const Position& pos, Move move) {
    return index_of(pos.mover()) * kCellSlots + move.cell;
  }

  /// Moves after which the mover threatens to make five; threats to enclose are left out, they take a search of their
  /// own.
  static void generate_forcing_moves(const Position& pos, MoveList& list) { generate_five_threats(pos, list); }
  static constexpr int kMostHint = weights::kMostHint;
  static int move_hint(const Position& pos, Move move) { return andantino::move_hint(pos, move.cell); }

  static constexpr bool kLooksAhead = false;
  static game::Key child_key(const Position& pos, Move move) { return andantino::child_key(pos, move); }
  /// The key of Sweere's first hashing, worked out anew. Two stones of a row take its number out again, and colours
  /// show only in how many stones there are: positions share keys by the thousand.
  static game::Key row_column_key(const Position& pos);

  static Move immediate_win(const Position& pos);
  static game::Threat forced_replies(const Position& pos, MoveList& list);

  static game::Threat threat_after(const Position& pos, Move last, const Undo& undo, Move& forced) {
    return andantino::threat_after(pos, last, undo, forced);
  }
  static int move_count(const Position& pos) {
    int count = 0;
    const auto [first, last] = pos.legal_span();
    for (unsigned row = first; row <= last; ++row) count += std::popcount(pos.legal_cells().row(row));
    return count;
  }

  /// Only cells next to the stone can have become legal.
  static int move_count_after(const Position& pos, Move last, const Undo& undo, int before) {
    // The first stone's neighbours were legal by an exception.
    if (pos.stone_count() <= 2) return move_count(pos);
    int count = before - 1;
    const unsigned first = row_of(last.cell) - 1;
    for (unsigned i = 0; i < undo.legal.size(); ++i) {
      count += std::popcount(pos.legal_cells().row(first + i) & ~static_cast<std::uint32_t>(undo.legal[i]));
    }
    return count;
  }

  static Evaluator proof_evaluator() { return *Evaluator::named("partita"); }
  static game::ProofGuess proof_guess(game::Score attackers_value, bool is_attackers_turn, int moves) {
    return andantino::proof_guess(attackers_value, is_attackers_turn, moves);
  }

  static bool counts_hope(const Position& pos) { return pos.side() <= kMaxHopeSide && !pos.is_unbounded(); }
  static int hope(const Position& pos, game::Seat seat) { return andantino::hope(pos, static_cast<Colour>(seat)); }

  static int symmetry_count(const Position&) { return kSymmetries; }
  static Position image(const Position& pos, int symmetry) { return andantino::image(pos, symmetry); }
  static Move image(const Position&, Move move, int symmetry) { return andantino::image(move, symmetry); }

  using SymmetricKeys = andantino::SymmetricKeys;
  static SymmetricKeys symmetric_keys(const Position& pos) { return andantino::symmetric_keys(pos); }
  static SymmetricKeys child_symmetric_keys(const SymmetricKeys& keys, const Position& pos, Move move) {
    return andantino::child_symmetric_keys(keys, pos, move);
  }
  static std::size_t least_image(const SymmetricKeys& keys) { return andantino::least_image(keys); }
  using CheckKeys = andantino::CheckKeys;

  static const std::vector<game::MotifKind>& motif_kinds();
  static std::vector<game::Motif> find_motifs(const Position& pos, Move move);
  static bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

  static std::string seat_name(const Position&, game::Seat seat) { return seat == 0 ? "White" : "Black"; }
  /// With overlays "threats" (cells where a colour wins at once), "losing" (cells where a colour loses at once) and,
  /// when the game is over, "ending" (the row of five, or prisoners and the ring around them).
  static game::BoardView view(const Position& pos);
  static std::vector<std::string> move_path(const Position& pos, Move move) {
    return {Notation::write_move(pos, move)};
  }
  static std::vector<std::string> scores(const Position&) { return {}; }
};

inline Move Andantino::immediate_win(const Position& pos) {
  Move found{};
  for_each_winning_cell(pos, pos.mover(), [&](Cell cell) {
    found = {cell};
    return false;
  });
  return found;
}

/// A cell where the other side wins next turn can only be answered by a stone on it. Two such cells, or one in an area
/// the other side has closed, where a stone of ours loses at once, cannot be answered.
inline game::Threat Andantino::forced_replies(const Position& pos, MoveList& list) {
  const Colour opponent = other(pos.mover());
  for_each_winning_cell(pos, opponent, [&](Cell cell) {
    list.push_back({cell});
    return list.size() < 2;
  });
  if (list.empty()) return game::Threat::kNone;
  if (list.size() == 1 && !pos.closed_areas(opponent).has(list[0].cell)) return game::Threat::kForced;
  list.clear();
  return game::Threat::kLost;
}

static_assert(game::Game<Andantino> && game::HasPass<Andantino> && game::HasForcingMoves<Andantino> &&
              game::HasMoveHints<Andantino> && game::HasMoveProbe<Andantino> && game::HasSymmetricKeys<Andantino> &&
              game::HasProofGuess<Andantino> && game::HasReportForms<Andantino>);

}  // namespace partita::games::andantino
