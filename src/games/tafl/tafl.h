#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "game/concept.h"
#include "game/profile.h"
#include "game/refinements.h"
#include "games/tafl/evaluator.h"
#include "games/tafl/move_generation.h"
#include "games/tafl/net_inputs.h"
#include "games/tafl/notation.h"
#include "games/tafl/opentafl_rules.h"
#include "games/tafl/position.h"
#include "games/tafl/rule_set.h"
#include "games/tafl/symmetry.h"
#include "games/tafl/tactics.h"

namespace partita::games::tafl {

/// The tafl family as the house sees it. Seat 0 is the side that moves first: attackers, in ashton the defenders.
struct Tafl {
  using Move = tafl::Move;
  using Undo = tafl::Undo;
  using Position = tafl::Position;
  using Rules = const RuleSet*;  ///< one of rule_sets()
  using Notation = tafl::Notation;
  using Evaluator = tafl::Evaluator;

  static constexpr std::string_view kName = "tafl";
  static constexpr std::string_view kTitle = "Tafl (Tablut and its family)";
  /// What is known of the game besides its rules, in profile.cpp. Lives as long as the program.
  static const game::Profile& profile();
  static constexpr std::size_t kMaxMoves = kMostMoves;
  static constexpr std::size_t kHistorySlots = 3 * 128 * 32;

  static std::vector<base::OptionSpec> rule_options();
  static base::Parsed<Rules> make_rules(const base::OptionValues& values);
  static base::OptionValues rule_values(const Rules& rules);
  static Rules rules_of(const Position& pos) { return &pos.rules(); }
  static Position initial(const Rules& rules);
  static base::Parsed<std::string> write_rules_text(const Rules& rules) { return write_opentafl_rules(*rules); }
  static base::Parsed<Rules> read_rules_text(std::string_view text) { return read_opentafl_rules(text); }

  static void generate_moves(const Position& pos, game::MoveList<Tafl>& list) { tafl::generate_moves(pos, list); }
  /// `place`: a file, or kOnFile + a rank.
  static std::size_t slot_of(Kind kind, Square from, std::size_t place) {
    return (index_of(kind) * 128 + from) * 32 + place;
  }
  /// By kind, square left, and place reached on its rank or file: a table that stays near the processor.
  static std::size_t history_slot(const Position& pos, Move move) {
    const bool along_file = kGridTables.file[move.from()] == kGridTables.file[move.to()];
    const std::size_t place = along_file ? detail::kOnFile + kGridTables.rank[move.to()] : kGridTables.file[move.to()];
    return slot_of(pos.kind_of(move.from()), move.from(), place);
  }
  template <class Visit>
  [[gnu::always_inline]] static void for_each_ranked_move(const Position& pos, Visit&& visit) {
    const MoveHints hints(pos);
    const MoveHints::BySquare of_soldiers = hints.of_soldiers();
    const std::int16_t* const hint_at = of_soldiers.data();
    for_each_soldier_move(
        pos, pos.mover(), [&](Square from, Square to, unsigned place) __attribute__((always_inline)) {
          visit(Move(from, to), slot_of(static_cast<Kind>(pos.mover()), from, place), hint_at[to]);
        });
    if (pos.mover() == Side::kDefenders) {
      for_each_king_move(
          pos, [&](Square to, unsigned place) __attribute__((always_inline)) {
            visit(Move(pos.king(), to), slot_of(Kind::kKing, pos.king(), place), hints.of_king(to));
          });
    }
  }
  static bool is_legal(const Position& pos, Move move) { return tafl::is_legal(pos, move); }

  // ---- refinements
  static game::Key child_key(const Position& pos, Move move) { return pos.key_after(move); }
  static constexpr bool kLooksAhead = true;
  static Move immediate_win(const Position& pos) { return tafl::immediate_win(pos); }
  static game::Threat forced_replies(const Position& pos, game::MoveList<Tafl>& list) {
    return tafl::forced_replies(pos, list);
  }
  static void generate_forcing_moves(const Position& pos, game::MoveList<Tafl>& list) {
    tafl::generate_forcing_moves(pos, list);
  }
  using Forcing = tafl::Forcing;
  static void generate_quiet_forcing_moves(const Position& pos, const Forcing& forcing, game::MoveList<Tafl>& list) {
    tafl::generate_quiet_forcing_moves(pos, forcing, list);
  }
  using Hints = tafl::MoveHints;
  static constexpr int kMostHint = Hints::kMost;
  static int move_hint(const Position& pos, Move move) { return Hints(pos).of(move); }
  static int symmetry_count(const Position&) { return kSymmetries; }
  static Position image(const Position& pos, int symmetry) { return tafl::image(pos, symmetry); }
  static Move image(const Position& pos, Move move, int symmetry) {
    return tafl::image(move, pos.rules().size, symmetry);
  }
  using CheckKeys = tafl::CheckKeys;

  using Network = nets::Network;
  static NetInputs net_inputs(const Position& pos) { return tafl::net_inputs(pos); }
  static int net_head(const Position& pos) { return static_cast<int>(pos.mover()); }
  static game::Seat net_view(const Position& pos) { return pos.seat_of(Side::kAttackers); }
  static std::string net_inputs_name(const Rules&) { return std::string(kInputsName); }
  static std::string net_rules_name(const Rules& rules) { return std::string(rules->name); }
  static std::vector<std::uint16_t> net_inputs_images(const Rules& rules, int symmetry);

  /// Perft tables count the pieces captured and the moves that took several.
  static void add_ply_events(const Undo& undo, const Position& after, std::map<std::string, std::uint64_t>& events);

  static const std::vector<game::MotifKind>& motif_kinds();
  static std::vector<game::Motif> find_motifs(const Position& pos, Move move);
  static bool is_motif_true(const Position& pos, Move move, const game::Motif& motif);

  static std::string seat_name(const Position& pos, game::Seat seat);
  static game::BoardView view(const Position& pos);
  static std::vector<std::string> move_path(const Position& pos, Move move);
  static std::vector<std::string> scores(const Position&) { return {}; }
};

static_assert(game::Game<Tafl> && game::HasPass<Tafl> && game::HasRepetition<Tafl> && game::HasSharedSets<Tafl> &&
              game::HasSymmetries<Tafl> && game::HasCheckKeys<Tafl> && game::HasNetwork<Tafl>);

}  // namespace partita::games::tafl
