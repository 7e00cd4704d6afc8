#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "game/concept.h"
#include "search/alphabeta/past.h"
#include "search/alphabeta/values.h"
#include "search/control.h"
#include "search/switches.h"
#include "search/task.h"

namespace partita::search {

/// Minimax as the books print it: a maximising root and a minimising rest, values always from the root's view; with
/// `prune`, alpha-beta in the same form (Rudin, figure 5.7; Aboukhadra, 3.1 and 3.2). No table, no ordering. The plain
/// thing the framework is measured against. One thread.
template <game::Game G>
class MinimaxTree {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;
  enum class Prune { kNo, kYes };

  MinimaxTree(const Switches& switches, typename G::Evaluator evaluator, Control& control, Prune prune)
      : switches_(switches), evaluator_(evaluator), control_(control), prune_(prune), random_(switches.seed) {}

  void set_root(const Task<G>& task) {
    pos_ = task.pos;
    past_.begin(task, switches_.cycle_draw ? Cycles::kDraw : Cycles::kIgnored);
    stopped_ = false;
  }

  /// The value of a root move for the root seat, searched to `depth` plies in all; its line goes into `pv`.
  Score root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv) {
    const game::Seat root = pos_->to_move();
    if (prune_ == Prune::kNo) {
      alpha = -game::kInfinite;
      beta = game::kInfinite;
    }
    past_.push(*pos_);
    const auto undo = pos_->play(move);
    Result result = value(*pos_, root, depth - 1, 1, alpha, beta, move);
    pos_->retract(move, undo);
    past_.pop();
    pv.assign(1, move);
    pv.insert(pv.end(), result.pv.begin(), result.pv.end());
    return result.value;
  }

  void report_nodes() {
    control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_));
    unreported_ = 0;
  }
  bool was_stopped() const { return stopped_; }
  int deepest() const { return deepest_; }
  int hashfull() const { return 0; }

 private:
  /// The value of a position for `root` and the line that leads there.
  struct Result {
    Score value = 0;
    std::vector<Move> pv;
  };

  Result value(Position& pos, game::Seat root, int depth, int ply, Score alpha, Score beta, Move last) {
    deepest_ = std::max(deepest_, ply);
    if (must_stop()) return {};
    if (pos.is_over()) return {end_value<G>(pos, root, switches_, ply), {}};
    if (past_.ends(pos)) return {repetition_value<G>(pos, root, switches_.win_score, ply), {}};
    if (past_.is_cycle(pos)) return {0, {}};
    if (depth == 0) return {leaf_value(pos, root, ply, last), {}};
    const bool maximise = pos.to_move() == root;
    Result best{maximise ? -game::kInfinite : game::kInfinite, {}};
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    for (const Move move : moves) {
      past_.push(pos);
      const auto undo = pos.play(move);
      Result child = value(pos, root, depth - 1, ply + 1, alpha, beta, move);
      pos.retract(move, undo);
      past_.pop();
      if (stopped_) return {};
      if (maximise ? child.value > best.value : child.value < best.value) {
        best.value = child.value;
        best.pv.assign(1, move);
        best.pv.insert(best.pv.end(), child.pv.begin(), child.pv.end());
      }
      if (prune_ == Prune::kNo) continue;
      if (maximise) alpha = std::max(alpha, best.value);
      if (!maximise) beta = std::min(beta, best.value);
      if (alpha >= beta) break;
    }
    return best;
  }

  bool must_stop() {
    if (++unreported_ >= control_.check_interval()) {
      stopped_ = control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_)) || stopped_;
      unreported_ = 0;
    }
    return stopped_;
  }

  Score leaf_value(const Position& pos, game::Seat root, int ply, Move last) {
    game::EvalContext<Move> context;
    context.root = root;
    context.plies_from_root = ply;
    context.last_move = last;
    context.random = &random_;
    return eval_value(switches_.win_score, evaluator_.evaluate(pos, root, context));
  }

  const Switches& switches_;
  typename G::Evaluator evaluator_;
  Control& control_;
  Prune prune_;
  std::optional<Position> pos_;
  Past<G> past_;
  base::Random random_;
  int unreported_ = 0;
  bool stopped_ = false;
  int deepest_ = 0;
};

}  // namespace partita::search
