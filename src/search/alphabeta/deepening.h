#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/random.h"
#include "search/alphabeta/root_rules.h"
#include "search/alphabeta/values.h"
#include "search/control.h"
#include "search/switches.h"
#include "search/task.h"

namespace partita::search {

/// Iteration after iteration over the root moves, until time, depth or proof ends it: aspiration windows, several
/// lines, and the ways in which the reports win fast and lose slowly. One thread; helpers of a parallel search run one
/// each. From the outside in: run(), iterate() a depth, search_rank() a line of it, pass_over_moves() in one window,
/// child_value() of a move, which asks the tree. `Tree` offers root_child(move, depth, alpha, beta, pv) with values
/// from the root's view, and was_stopped().
template <game::Game G, class Tree>
class Deepening {
 public:
  using Move = typename G::Move;
  enum class Role { kLeader, kHelper };

  Deepening(Tree& tree, const Task<G>& task, const Switches& switches, Control& control, Role role = Role::kLeader)
      : tree_(tree), task_(task), switches_(switches), control_(control), role_(role), random_(switches.seed) {
    moves_ = make_root_moves<G>(task);
    if (!switches.root_ordering) start_order_ = moves_;
    settled_.unit = game::profile_of<G>().unit;
  }

  /// REQUIRES: there is a root move.
  Outcome<Move> run(int last_depth) {
    tree_.set_root(task_);
    best_ = moves_.front().move;
    for (int depth = switches_.iterative_deepening ? 1 : last_depth; depth <= last_depth; ++depth) {
      if (!iterate(depth)) break;
      if (is_finished(depth, last_depth)) break;
    }
    tree_.report_nodes();
    note_hashfull();
    return outcome();
  }

 private:
  /// What a pass over the root moves found. Values at or below alpha are upper bounds: they say nothing of which move
  /// is better.
  struct Found {
    Score value = -game::kInfinite;  ///< fail-soft; -kInfinite if no move was finished
    bool is_above_alpha = false;     ///< the move at `first` is better than alpha and than all that were finished
  };

  /// One depth, every rank. False when the search was stopped in it.
  bool iterate(int depth) {
    if (!switches_.root_ordering) restore_order();
    const std::size_t ranks = std::min(moves_.size(), static_cast<std::size_t>(std::max(task_.limits.lines, 1)));
    std::vector<Line<Move>> lines;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const auto found = search_rank(depth, rank);
      if (tree_.was_stopped()) {
        if (rank == 0 && found.is_above_alpha) accept_partial(found.value, depth);
        return false;
      }
      lines.push_back(make_line(depth, rank, found.value));
    }
    accept(depth, std::move(lines));
    return true;
  }

  /// Without root ordering the moves keep the order of generation, except that the table's move comes first where the
  /// table orders.
  void restore_order() {
    moves_ = start_order_;
    if (!switches_.tt || !switches_.tt_move) return;
    const auto found = std::find_if(moves_.begin(), moves_.end(), [&](const auto& m) { return m.move == best_; });
    std::rotate(moves_.begin(), found, found + 1);
  }

  /// The value of the rank, or what was found of it when the search was stopped.
  Found search_rank(int depth, std::size_t rank) {
    // Plain wins are the largest values there are: a window of +-win cuts off at the first (Sweere 3.2).
    const Score limit = switches_.win_score == WinScore::kPlain ? game::kWin : game::kInfinite;
    Score alpha = -limit;
    Score beta = limit;
    Score width = hundredths<G>(switches_.aspiration_window);
    const bool narrow = switches_.aspiration && depth >= kFirstNarrowDepth && rank < lines_.size() &&
                        !game::is_proven(lines_[rank].score);
    if (narrow) {
      alpha = std::max(lines_[rank].score - width, -limit);
      beta = std::min(lines_[rank].score + width, limit);
    }
    Found raised;  // by an earlier pass, above its window
    for (;;) {
      const auto found = pass_over_moves(depth, alpha, beta, rank);
      const Score value = found.value;
      if (tree_.was_stopped()) return found.is_above_alpha ? found : raised;
      if (value > alpha && value < beta) return found;
      if ((value <= alpha && alpha == -limit) || (value >= beta && beta == limit)) return found;
      raised = value >= beta ? found : Found{};
      width = std::min<Score>(width, game::kEvalLimit / 8) * 4;
      // A proven value lies beyond any window around an evaluation.
      const bool far = game::is_proven(value) || width > hundredths<G>(kWidestWindow);
      if (value <= alpha) alpha = far ? -limit : std::max(value - width, -limit);
      if (value >= beta) beta = far ? limit : std::min(value + width, limit);
    }
  }

  /// Searches the moves from `first` on and brings the best move above alpha to `first`; where there is none, the order
  /// stays. If the search was stopped, only the moves that were finished count.
  Found pass_over_moves(int depth, Score alpha, Score beta, std::size_t first) {
    Score best = -game::kInfinite;
    std::size_t best_index = first;
    int equals = 1;
    for (std::size_t i = first; i < moves_.size(); ++i) moves_[i].score = -game::kInfinite;
    std::vector<std::size_t> deferred;  // other threads are at these
    for (std::size_t turn = first; turn < moves_.size() + deferred.size(); ++turn) {
      const bool is_again = turn >= moves_.size();
      const std::size_t i = is_again ? deferred[turn - moves_.size()] : turn;
      if (!is_again && i > first && is_busy(moves_[i].move, depth)) {
        deferred.push_back(i);
        continue;
      }
      const Score value = child_value(moves_[i].move, depth, std::max(alpha, best), beta, i > first, child_pv_);
      if (tree_.was_stopped()) {
        bring_forward(first, best_index);
        return {best, best > alpha};
      }
      moves_[i].score = value;
      const bool is_equal = switches_.random_equal && value == best && (best > alpha || alpha <= -game::kWin);
      const bool is_better = value > std::max(alpha, best);
      // The first move counts as the best until another is known to be better.
      if (is_better || best == -game::kInfinite || (is_equal && takes_equal(++equals))) {
        if (value > best) equals = 1;
        best_index = i;
        moves_[i].pv = child_pv_;
      }
      best = std::max(best, value);
      if (best >= beta || (switches_.win_return && best >= game::kWinBound)) break;
    }
    order_for_next(first, best_index);
    return {best, best > alpha};
  }

  bool is_busy(Move move, int depth) const {
    if constexpr (requires { tree_.is_busy(move, depth); }) return tree_.is_busy(move, depth);
    return false;
  }

  Score child_value(Move move, int depth, Score alpha, Score beta, bool is_later, std::vector<Move>& pv) {
    // Equal moves can only be told from worse ones if alpha lets them through.
    const Score floor = switches_.random_equal && alpha > -game::kInfinite ? alpha - 1 : alpha;
    if (!switches_.pvs || !is_later || floor + 1 >= beta) return tree_.root_child(move, depth, floor, beta, pv);
    const Score probe = tree_.root_child(move, depth, floor, floor + 1, pv);
    if (tree_.was_stopped() || probe <= floor || probe >= beta) return probe;
    return tree_.root_child(move, depth, floor, beta, pv);
  }

  bool takes_equal(int equals) { return random_.below(static_cast<std::uint32_t>(equals)) == 0; }

  void bring_forward(std::size_t first, std::size_t index) {
    const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(index);
    std::rotate(moves_.begin() + static_cast<std::ptrdiff_t>(first), from, from + 1);
  }

  void order_for_next(std::size_t first, std::size_t best_index) {
    bring_forward(first, best_index);
    // With null windows the later values are mere bounds: their order says nothing, so it stays.
    if (!switches_.root_ordering || switches_.pvs) return;
    std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(first) + 1, moves_.end(),
                     [](const RootMove<Move>& a, const RootMove<Move>& b) { return a.score > b.score; });
  }

  Line<Move> make_line(int depth, std::size_t rank, Score value) {
    tree_.report_nodes();
    Line<Move> line;
    line.rank = static_cast<int>(rank) + 1;
    line.depth = depth;
    line.seldepth = tree_.deepest();
    line.score = value;
    line.distance = proven_distance(value, moves_[rank].pv.size());
    line.nodes = control_.nodes();
    line.time_ms = control_.elapsed_us() / 1000;
    line.pv = moves_[rank].pv;
    if (line.pv.empty()) line.pv.push_back(moves_[rank].move);
    return line;
  }

  static int score_drop(Score before, Score now) {
    const std::int64_t drop = std::int64_t{before} - now;
    return static_cast<int>(std::clamp<std::int64_t>(drop, 0, game::kEvalLimit));
  }

  std::optional<int> proven_distance(Score value, std::size_t pv_length) const {
    if (!game::is_proven(value) || switches_.objective == Objective::kMargin) return std::nullopt;
    const int plies =
        switches_.win_score == WinScore::kByDistance ? game::kWin - std::abs(value) : static_cast<int>(pv_length);
    return value > 0 ? plies : -plies;
  }

  void accept(int depth, std::vector<Line<Move>> lines) {
    const bool same = !lines_.empty() && lines.front().pv.front() == best_;
    settled_.stable_iterations = same ? settled_.stable_iterations + 1 : 0;
    settled_.score_drop = lines_.empty() || game::is_proven(lines.front().score)
                              ? 0
                              : score_drop(lines_.front().score, lines.front().score);
    before_ = best_;
    best_ = lines.front().pv.front();
    depth_ = depth;
    lines_ = std::move(lines);
    if (role_ == Role::kLeader && task_.on_line) {
      note_hashfull();
      for (const Line<Move>& line : lines_) task_.on_line(line);
    }
  }

  /// Samples a thousand entries, which takes as long as a hundred nodes: only for lines that are shown.
  void note_hashfull() {
    const int hashfull = tree_.hashfull();
    for (Line<Move>& line : lines_) line.hashfull = hashfull;
  }

  /// A stopped iteration still counts if it found something better than the last one's move: the moves not finished may
  /// be better yet, so the value is a lower bound. Where no iteration was finished it is all there is. REQUIRES: the
  /// first move is better than alpha.
  void accept_partial(Score value, int depth) {
    if (!switches_.keep_partial && !lines_.empty()) return;
    best_ = moves_.front().move;
    if (lines_.empty() || lines_.front().pv.front() != best_) {
      Line<Move> line = make_line(depth, 0, value);
      line.bound = Bound::kLower;
      if (lines_.empty()) {
        lines_.push_back(line);
      } else {
        lines_.front() = line;
      }
    }
  }

  bool is_finished(int depth, int last_depth) {
    const Score value = lines_.front().score;
    if (value <= -game::kWinBound && switches_.loss_fallback) {
      // Sweere 5.1: play on from the depth that did not see the loss, unless that depth sees nothing.
      if (depth - 1 >= 2) best_ = before_;
      return true;
    }
    if (depth >= last_depth) return true;
    if (is_proof_complete(value, depth)) return true;
    // Only the main thread manages the time.
    if (role_ == Role::kHelper) return control_.is_stopped();
    settled_.single_move = moves_.size() == 1;
    return !may_deepen(switches_.time_manager, control_.budget(), control_.elapsed_us(), settled_);
  }

  /// Deeper search cannot change a result whose end lies within the depth searched.
  bool is_proof_complete(Score value, int depth) const {
    if (!game::is_proven(value) || task_.limits.lines > 1) return false;
    if (switches_.win_score != WinScore::kByDistance) return value > 0 && switches_.win_stop;
    return switches_.win_stop && game::kWin - std::abs(value) <= depth;
  }

  Outcome<Move> outcome() const {
    Outcome<Move> result;
    result.best = best_;
    result.lines = lines_;
    result.depth = depth_;
    result.nodes = control_.nodes();
    result.time_ms = control_.elapsed_us() / 1000;
    return result;
  }

  static constexpr int kFirstNarrowDepth = 4;
  static constexpr std::int64_t kWidestWindow = 100'000;  ///< hundredths of the unit

  Tree& tree_;
  const Task<G>& task_;
  const Switches& switches_;
  Control& control_;
  Role role_;
  base::Random random_;
  std::vector<RootMove<Move>> moves_;
  std::vector<RootMove<Move>> start_order_;  ///< kept where it is asked for again
  std::vector<Move> child_pv_;               ///< of the move that is being searched
  std::vector<Line<Move>> lines_;
  Move best_{};
  Move before_{};
  int depth_ = 0;
  Settledness settled_;
};

}  // namespace partita::search
