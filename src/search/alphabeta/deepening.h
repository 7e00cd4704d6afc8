#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/random.h"
#include "search/alphabeta/root_loop.h"
#include "search/alphabeta/values.h"
#include "search/control.h"
#include "search/switches.h"
#include "search/task.h"

namespace partita::search {

/// Iteration after iteration over the root moves, until time, depth or proof ends it: aspiration windows, several
/// lines, and the ways in which the reports win fast and lose slowly. One thread; helpers of a parallel search run one
/// each.
template <game::Game G, class Tree>
class Deepening {
 public:
  using Move = typename G::Move;
  enum class Role { kLeader, kHelper };

  Deepening(Tree& tree, const Task<G>& task, const Switches& switches, Control& control, Role role = Role::kLeader)
      : tree_(tree), task_(task), switches_(switches), control_(control), role_(role), random_(switches.seed) {
    moves_ = make_root_moves<G>(task);
    start_order_ = moves_;
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
    return outcome();
  }

 private:
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

  /// Without root ordering the moves stand as generated, but for the table's move where the table orders.
  void restore_order() {
    moves_ = start_order_;
    if (!switches_.tt || !switches_.tt_move) return;
    const auto found = std::find_if(moves_.begin(), moves_.end(), [&](const auto& m) { return m.move == best_; });
    std::rotate(moves_.begin(), found, found + 1);
  }

  /// The value of the rank, or what was found of it when the search was stopped.
  typename RootLoop<G, Tree>::Found search_rank(int depth, std::size_t rank) {
    RootLoop<G, Tree> loop(tree_, switches_, moves_, random_);
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
    typename RootLoop<G, Tree>::Found raised;  // by an earlier pass, above its window
    for (;;) {
      const auto found = loop.search(depth, alpha, beta, rank);
      const Score value = found.value;
      if (tree_.was_stopped()) return found.is_above_alpha ? found : raised;
      if (value > alpha && value < beta) return found;
      if ((value <= alpha && alpha == -limit) || (value >= beta && beta == limit)) return found;
      raised = value >= beta ? found : decltype(raised){};
      width = std::min<Score>(width, game::kEvalLimit / 8) * 4;
      // A proven value lies beyond any window around an evaluation.
      const bool far = game::is_proven(value) || width > hundredths<G>(kWidestWindow);
      if (value <= alpha) alpha = far ? -limit : std::max(value - width, -limit);
      if (value >= beta) beta = far ? limit : std::min(value + width, limit);
    }
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
    line.hashfull = tree_.hashfull();
    line.pv = moves_[rank].pv;
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
      for (const Line<Move>& line : lines_) task_.on_line(line);
    }
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
    // The time is the leader's to divide.
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
  std::vector<RootMove<Move>> start_order_;
  std::vector<Line<Move>> lines_;
  Move best_{};
  Move before_{};
  int depth_ = 0;
  Settledness settled_;
};

}  // namespace partita::search
