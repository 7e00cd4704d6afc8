#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "base/random.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "search/alphabeta/busy_moves.h"
#include "search/alphabeta/history.h"
#include "search/alphabeta/move_code.h"
#include "search/alphabeta/order_key.h"
#include "search/alphabeta/past.h"
#include "search/alphabeta/values.h"
#include "search/control.h"
#include "search/switches.h"
#include "search/task.h"
#include "search/transposition_table.h"

namespace partita::search {

/// The deepest line a search follows, extensions included.
inline constexpr int kMaxPly = 240;

/// What a search keeps for each ply of the line it is in.
template <game::Game G>
struct Frame {
  using Move = typename G::Move;
  std::array<Move, 2> killers{};
  Move move{};           ///< being searched here
  std::size_t slot = 0;  ///< its history slot
  bool is_null = false;  ///< the mover passed instead
  Score carried = 0;     ///< of the position here, where the evaluator carries
  /// What the move changed, if no other move could have won at once; null where that is not known.
  const typename G::Undo* calm_undo = nullptr;
};

/// A principal variation from some ply on.
template <class Move>
struct Variation {
  int length = 0;
  std::array<Move, kMaxPly> moves;
};

/// One node's task: window and depth, from the view of the side to move.
template <game::Game G>
struct NodeTask {
  int depth = 0;
  Score alpha = 0;
  Score beta = 0;
  int ply = 0;
  bool is_open = false;  ///< the window holds more than one value: a principal variation may run here
  bool is_root_side = false;
  bool is_calm = false;    ///< tested: no win in one for the mover, none for the other that `moves` do not stop
  bool is_forced = false;  ///< `moves` are the only ones that do not lose at once
  game::Key key = 0;
  typename G::Move table_move{};
  game::MoveList<G> moves;  ///< tried so far, or listed (MovePicker)
};

/// A line's move lists and their keys stand on the stack, so a game with long lists is not followed as deep: all of a
/// line takes 2 MiB at most, a quarter of what a thread usually has.
template <game::Game G>
constexpr int deepest_ply() {
  constexpr std::size_t kStackBytes = 2U << 20U;
  constexpr std::size_t kOfAPly = sizeof(NodeTask<G>) + sizeof(std::array<order::Key<G>, G::kMaxMoves>) + 1024;
  return static_cast<int>(std::min<std::size_t>(kMaxPly, kStackBytes / kOfAPly)) - 2;
}

/// Negamax in named steps, each behind its switch: one thread's tree. Values are negated only where the side changes:
/// with two seats a seat is a side, with more the root stands against the table (paranoid). The steps stand in steps.h,
/// move_picker.h and quiescence.h, the node itself in node.h. Shares the table and the control with other workers.
template <game::Game G>
class NegamaxTree {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;

  /// `busy` is shared with the other threads; null for a search of one.
  NegamaxTree(const Switches& switches, const typename G::Evaluator& evaluator, TranspositionTable& table,
              Control& control, BusyMoves* busy, std::uint64_t seed)
      : switches_(switches),
        evaluator_(evaluator),
        table_(table),
        control_(control),
        frames_(kMaxPly + 2),
        variations_(kMaxPly + 2) {
    new_game(busy, seed);
  }

  /// Resets the tree for the present switches and evaluator: to allocate a new one takes longer than a game of few
  /// nodes.
  void new_game(BusyMoves* busy, std::uint64_t seed) {
    busy_ = busy;
    random_ = base::Random(seed);
    futility_margin_ = hundredths<G>(switches_.futility_margin);
    if (switches_.continuation_history) history_.use_pairs();
    history_.clear();
    if constexpr (game::HasCarriedValue<G>) carries_ = evaluator_.carries();
    fill_reductions();
  }

  // ---- what Deepening asks of a tree
  void set_root(const Task<G>& task);
  Score root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv);
  void report_nodes() {
    control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_));
    unreported_ = 0;
    choose_interval();
  }
  bool was_stopped() const { return stopped_; }
  /// Another thread is searching the root's move at present.
  bool is_busy(Move move, int depth) const { return shares(depth) && busy_->has(busy_id(move)); }
  int deepest() const { return deepest_; }
  int hashfull() const { return switches_.tt ? table_.hashfull() : 0; }

  const TableCounts& counts() const { return counts_; }

 private:
  using NodeOf = NodeTask<G>;

  Score node(int depth, Score alpha, Score beta, int ply);
  Score search_moves(NodeOf& n);
  /// What a node has found so far.
  struct Found {
    Score best = -game::kInfinite;
    Score alpha;
    Move move{};
  };
  bool try_move(NodeOf& n, std::size_t index, int depth, Found& found);
  Score search_child(const NodeOf& n, int index, int depth, Score alpha, Score beta);
  void enter(int ply, Move move, int depth);
  Score descend(bool parent_is_root_side, int depth, Score alpha, Score beta, int ply);

  // steps.h: each says whether it settled the node, with its value in `value`.
  bool settle_by_win_test(NodeOf& n, Score& value);
  game::Threat threat_at(NodeOf& n);
  bool settle_by_table(NodeOf& n, Score& value);
  TableEntry known_with_past(const NodeOf& n, const TableEntry& entry) const;
  bool cut_by_evaluation(const NodeOf& n, Score& value);
  bool try_null_move(const NodeOf& n, Score& value);
  bool try_multi_cut(NodeOf& n, Score& value);
  int reduce_unknown(const NodeOf& n) const;
  void fill_reductions();
  int reduce_late_move(const NodeOf& n, int index, Move move) const;
  bool prune_late_move(const NodeOf& n, int index, Score best) const;
  int extend_forced_reply(const NodeOf& n) const { return n.is_forced && switches_.forced_reply_extension ? 1 : 0; }
  void store_in_table(const NodeOf& n, Score best, Move best_move, Bound bound);
  void note_lost_line(int ply);
  Move repeating_move() const;
  Score rescue_by_repetition(const NodeOf& n, Score best, Move& best_move);

  // move_picker.h
  class MovePicker;
  void reward_cutoff(const NodeOf& n, std::size_t index);
  void note_killer(Frame<G>& frame, Move move);
  const Frame<G>* frame_before(int ply) const;

  // quiescence.h
  Score quiescence(Score alpha, Score beta, int ply, int left);
  Score quiescence_node(Score alpha, Score beta, int ply, int left);
  Score stand_pat(NodeOf& n, Score alpha, Score beta);
  Score evaluate(const NodeOf& n, int depth_left);

  bool is_root_side() const { return pos_->to_move() == root_; }
  Score for_side_to_move(Score root_value) const { return is_root_side() ? root_value : -root_value; }
  bool plays_for_outcome() const { return switches_.objective == Objective::kOutcome; }
  void prefetch_child(Move move) const;
  /// Below this depth a subtree is searched faster than it is deferred.
  static constexpr int kLeastSharedDepth = 3;
  bool shares(int depth) const { return busy_ != nullptr && depth >= kLeastSharedDepth; }
  BusyMoves::Id busy_id(Move move) const {
    return base::mix64(table_key() ^ (std::uint64_t{move_code(move)} << 16U)) | 1U;
  }
  bool uses_table(int depth) const { return switches_.tt && depth >= switches_.tt_least_depth; }
  game::Key table_key() const { return key_of(*pos_) ^ root_key_; }
  game::Key key_of(const Position& pos) const {
    if constexpr (game::HasReportForms<G>) {
      if (switches_.hashing == Hashing::kRowsAndColumns) return G::row_column_key(pos);
    }
    if (switches_.tt_key_bits < 64) return base::mix64(pos.key() >> (64 - switches_.tt_key_bits));
    return pos.key();
  }
  /// For the side to move in pos_, if the game is over by repetition `ply` plies from the root.
  Score value_of_repetition(int ply) const {
    return for_side_to_move(repetition_value<G>(*pos_, root_, switches_.win_score, ply));
  }
  void update_variation(int ply, Move move);
  void complete_from_table(std::vector<Move>& pv, int depth);
  bool must_stop() { return ++unreported_ < interval_ ? stopped_ : look_at_control(); }
  bool look_at_control();
  void choose_interval();

  const Switches& switches_;
  Score futility_margin_ = 0;  ///< for each ply of depth
  const typename G::Evaluator& evaluator_;
  TranspositionTable& table_;
  Control& control_;
  BusyMoves* busy_ = nullptr;
  base::Random random_;
  std::optional<Position> pos_;
  game::Seat root_ = 0;
  game::Key root_key_ = 0;
  History<G> history_;
  std::vector<Frame<G>> frames_;
  std::vector<Variation<Move>> variations_;
  Past<G> past_;
  TableCounts counts_;
  static constexpr int kReductionSide = 64;
  std::array<std::array<std::int8_t, kReductionSide>, kReductionSide> reductions_{};
  bool carries_ = false;
  int unreported_ = 0;
  static constexpr int kFirstInterval = 16;
  static constexpr int kFewNodes = 2000;
  int visited_ = 0;  ///< in this search, as long as that is not many
  int interval_ = kFirstInterval;
  int deepest_ = 0;
  bool stopped_ = false;
};

}  // namespace partita::search

#include "search/alphabeta/move_picker.h"  // IWYU pragma: export
#include "search/alphabeta/node.h"         // IWYU pragma: export
#include "search/alphabeta/quiescence.h"   // IWYU pragma: export
#include "search/alphabeta/steps.h"        // IWYU pragma: export
