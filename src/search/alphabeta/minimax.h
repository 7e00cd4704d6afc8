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

/// What trees without table and move ordering share: the clock, the leaf values and Deepening's view of a tree. One
/// thread.
template <game::Game G>
class PlainTree {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;

  PlainTree(const Switches& switches, typename G::Evaluator evaluator, Control& control)
      : switches_(switches), evaluator_(evaluator), control_(control), random_(switches.seed) {}

  void set_root(const Task<G>& task) {
    pos_ = task.pos;
    root_ = static_cast<game::Seat>(task.pos.to_move());
    stopped_ = false;
  }
  void report_nodes() {
    control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_));
    unreported_ = 0;
  }
  bool was_stopped() const { return stopped_; }
  int deepest() const { return deepest_; }
  int hashfull() const { return 0; }

 protected:
  bool must_stop(int ply) {
    deepest_ = std::max(deepest_, ply);
    if (++unreported_ >= control_.check_interval()) {
      stopped_ = control_.add_nodes_and_check(static_cast<std::uint64_t>(unreported_)) || stopped_;
      unreported_ = 0;
    }
    return stopped_;
  }
  Score leaf_value(const Position& pos, game::Seat seat, int ply, Move last) {
    if (pos.is_over()) return end_value<G>(pos, seat, switches_, ply);
    game::EvalContext<Move> context;
    context.root = root_;
    context.plies_from_root = ply;
    context.last_move = last;
    context.random = &random_;
    return evaluator_.evaluate(pos, seat, context);
  }

  const Switches& switches_;
  typename G::Evaluator evaluator_;
  Control& control_;
  base::Random random_;
  std::optional<Position> pos_;
  game::Seat root_ = 0;
  int unreported_ = 0;
  int deepest_ = 0;
  bool stopped_ = false;
};

/// Minimax as the books print it: a maximising root and a minimising rest, values always from the root's view; with
/// `prune`, alpha-beta in the same form (Rudin, figure 5.7; Aboukhadra, 3.1 and 3.2). No table, no ordering. The plain
/// thing the framework is measured against. One thread.
template <game::Game G>
class MinimaxTree : public PlainTree<G> {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;
  enum class Prune { kNo, kYes };

  MinimaxTree(const Switches& switches, typename G::Evaluator evaluator, Control& control, Prune prune)
      : PlainTree<G>(switches, evaluator, control), prune_(prune) {}

  void set_root(const Task<G>& task) {
    PlainTree<G>::set_root(task);
    past_.begin(task, switches_.cycle_draw ? Cycles::kDraw : Cycles::kIgnored);
  }

  /// The value of a root move for the root seat, searched to `depth` plies in all; its line goes into `pv`.
  Score root_child(Move move, int depth, Score alpha, Score beta, std::vector<Move>& pv) {
    if (prune_ == Prune::kNo) {
      alpha = -game::kInfinite;
      beta = game::kInfinite;
    }
    past_.push(*pos_);
    const auto undo = pos_->play(move);
    Result result = value(*pos_, depth - 1, 1, alpha, beta, move);
    pos_->retract(move, undo);
    past_.pop();
    pv.assign(1, move);
    pv.insert(pv.end(), result.pv.begin(), result.pv.end());
    return result.value;
  }

 private:
  using PlainTree<G>::switches_, PlainTree<G>::pos_, PlainTree<G>::root_, PlainTree<G>::stopped_;

  /// The value of a position for the root seat and the line that leads there.
  struct Result {
    Score value = 0;
    std::vector<Move> pv;
  };

  Result value(Position& pos, int depth, int ply, Score alpha, Score beta, Move last) {
    if (this->must_stop(ply)) return {};
    if (pos.is_over()) return {end_value<G>(pos, root_, switches_, ply), {}};
    if (past_.ends(pos)) return {repetition_value<G>(pos, root_, switches_.win_score, ply), {}};
    if (past_.is_cycle(pos)) return {0, {}};
    if (depth == 0) return {eval_value(switches_.win_score, this->leaf_value(pos, root_, ply, last)), {}};
    const bool maximise = pos.to_move() == root_;
    Result best{maximise ? -game::kInfinite : game::kInfinite, {}};
    game::MoveList<G> moves;
    G::generate_moves(pos, moves);
    for (const Move move : moves) {
      past_.push(pos);
      const auto undo = pos.play(move);
      Result child = value(pos, depth - 1, ply + 1, alpha, beta, move);
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

  Prune prune_;
  Past<G> past_;
};

}  // namespace partita::search
