#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/random.h"
#include "search/control.h"
#include "search/montecarlo/ending.h"
#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/report.h"
#include "search/montecarlo/reuse.h"
#include "search/montecarlo/simulator.h"
#include "search/task.h"

namespace partita::search::montecarlo {

/// Monte-Carlo tree search of any Game for any number of seats: a reward by seat, every mover maximising its own. Keeps
/// its tree between searches. One thread calls it; search() starts the other workers and joins them before it returns.
/// A limit on nodes counts simulations; a limit on depth is turned into one by search::Engine.
template <game::Game G>
class MonteCarlo {
 public:
  using Position = typename G::Position;
  using Move = typename G::Move;

  MonteCarlo(const MonteCarloSwitches& switches, const typename G::Evaluator& evaluator)
      : switches_(switches), evaluator_(evaluator), tree_(capacity_for(switches)) {}

  /// Forgets the tree.
  void new_game() { last_root_.reset(); }

  /// Nodes in use and the bound on them.
  std::size_t tree_size() const { return tree_.used(); }
  std::size_t tree_capacity() const { return tree_.capacity(); }

  /// REQUIRES: the game is not over in task.pos; the control has begun.
  Outcome<Move> search(const Task<G>& task, Control& control) {
    Outcome<Move> result;
    if constexpr (game::HasKnownMoves<G>) {
      const auto ending = solve_ending(task, switches_, control);
      if (!ending || ending->value < 0 || task.limits.lines > 1) result = search_tree(task, control);
      if (ending) apply_ending<G>(*ending, task.pos, result);
    } else {
      result = search_tree(task, control);
    }
    result.nodes = control.nodes();
    result.time_ms = control.elapsed_us() / 1000;
    if (task.on_line) {
      for (const auto& line : result.lines) task.on_line(line);
    }
    return result;
  }

 private:
  Outcome<Move> search_tree(const Task<G>& task, Control& control) {
    keep_what_fits(task, control);
    SharedSearch<G> shared(tree_, switches_, evaluator_, task.pos);
    prepare(shared, task);
    last_root_ = task.pos;
    work(shared, task, control);
    if (!tree_.is_whole() || root_is_partial_) last_root_.reset();
    Outcome<Move> result;
    result.lines = lines(shared, task, control);
    result.best = result.lines.front().pv.front();
    result.depth = result.lines.front().depth;
    return result;
  }

  static std::size_t capacity_for(const MonteCarloSwitches& switches) {
    constexpr std::size_t kLeastBlocks = 8;  // room for the root's children, and for something below them
    const std::size_t nodes = (static_cast<std::size_t>(switches.hash_mb) << 20) / Tree<Move>::kBytesPerNode;
    return std::max(nodes, kLeastBlocks * G::kMaxMoves);
  }
  static auto stop_check(Control& control) {
    return [&control] { return control.add_nodes_and_check(0); };
  }

  /// Leaves in the tree what is known of the new root, or nothing.
  void keep_what_fits(const Task<G>& task, Control& control) {
    root_is_partial_ = false;
    std::optional<NodeIndex> found;
    if (last_root_ && switches_.reuse) found = ReuseFinder<G>(tree_, task.pos).find(*last_root_, task.earlier_keys);
    if (!found || (*found != 0 && !tree_.keep_only_below(*found, stop_check(control)))) tree_.clear();
  }

  void prepare(SharedSearch<G>& shared, const Task<G>& task) {
    if constexpr (game::HasRepetition<G>) shared.earlier_keys = task.earlier_keys;
    if (!holds_all(task.only_moves) || !holds_lines(task)) tree_.clear();
    if (!tree_.root().has_children()) expand_root(shared, task);
    const std::size_t count = tree_.root().child_count;
    shared.root_shares = std::vector<std::atomic<double>>(count * static_cast<std::size_t>(task.pos.seat_count()));
    const NodeIndex first = tree_.root().children.load(std::memory_order_relaxed);
    if (!task.only_moves.empty()) {
      for (NodeIndex i = 0; i < count; ++i)
        shared.root_is_allowed.push_back(is_wanted(task, tree_.node(first + i).move));
    }
    if (shared.deduces()) deduce_root(shared, task);
    const auto is_allowed = [&](std::size_t child) { return shared.is_root_move_allowed(child); };
    shared.is_settled = is_settled(tree_, static_cast<game::Seat>(task.pos.to_move()), is_allowed);
  }
  /// Marks the moves that lose as the game can show. Of a root that is won the moves are left of which one wins: which
  /// of them, their own positions tell.
  void deduce_root(SharedSearch<G>& shared, const Task<G>& task) {
    game::MoveList<G> moves;
    const game::Threat found = Simulator<G>(shared, seed_for(task, 0)).deduce_root(moves);
    if (found != game::Threat::kWon || !task.only_moves.empty() || task.limits.lines > 1) return;
    const NodeIndex first = tree_.root().children.load(std::memory_order_relaxed);
    for (NodeIndex i = first; i < first + tree_.root().child_count; ++i)
      shared.root_is_allowed.push_back(std::find(moves.begin(), moves.end(), tree_.node(i).move) != moves.end());
    shared.is_root_won =
        std::find(shared.root_is_allowed.begin(), shared.root_is_allowed.end(), true) != shared.root_is_allowed.end();
    if (!shared.is_root_won) shared.root_is_allowed.clear();
  }
  bool holds_all(const std::vector<Move>& moves) const {
    const auto& root = tree_.root();
    if (!root.has_children()) return true;
    const NodeIndex first = root.children.load(std::memory_order_relaxed);
    return std::all_of(moves.begin(), moves.end(), [&](Move move) {
      for (NodeIndex i = 0; i < root.child_count; ++i) {
        if (tree_.node(first + i).move == move) return true;
      }
      return false;
    });
  }
  /// Nodes below the root have only sensible children, and such a node may have become the root.
  bool holds_lines(const Task<G>& task) const {
    if (task.limits.lines <= 1 || !tree_.root().has_children()) return true;
    game::MoveList<G> moves;
    G::generate_moves(task.pos, moves);
    return tree_.root().child_count >= moves.size();
  }
  static bool is_wanted(const Task<G>& task, Move move) {
    return std::find(task.only_moves.begin(), task.only_moves.end(), move) != task.only_moves.end();
  }
  void expand_root(SharedSearch<G>& shared, const Task<G>& task) {
    tree_.clear();
    game::MoveList<G> moves;
    G::generate_moves(task.pos, moves);
    // Some games generate one order of a turn's plies only; what the caller names is legal all the same.
    const auto is_generated = [&](Move move) { return std::find(moves.begin(), moves.end(), move) != moves.end(); };
    root_is_partial_ = !std::all_of(task.only_moves.begin(), task.only_moves.end(), is_generated);
    if (task.only_moves.empty() && task.limits.lines <= 1) {
      // Nobody asks for the other moves, so what wins or must be answered at once is not left to chance.
      moves.clear();
      generate_sensible_moves<G>(task.pos, moves);
    } else if (root_is_partial_) {
      moves.clear();
      for (const Move move : task.only_moves) {
        if (moves.size() < moves.kCapacity && !is_generated(move)) moves.push_back(move);
      }
    }
    Simulator<G>(shared, seed_for(task, 0)).expand_root(moves);
  }
  std::uint64_t seed_for(const Task<G>& task, std::uint64_t worker) const {
    return base::mix64(switches_.seed) ^ task.pos.key() ^ (worker << 56);
  }

  /// Rounds of simulations; between them, when no worker runs, room is made in a full tree.
  void work(SharedSearch<G>& shared, const Task<G>& task, Control& control) {
    std::vector<std::unique_ptr<Simulator<G>>> workers;
    for (int i = 0; i < switches_.threads; ++i) {
      workers.push_back(std::make_unique<Simulator<G>>(shared, seed_for(task, static_cast<std::uint64_t>(i) + 1)));
    }
    std::int64_t next_report_us = kFirstReportUs;
    const auto look = [&] { watch(shared, task, control, next_report_us); };
    if (shared.is_settled) control.stop();
    while (!control.is_stopped()) {
      std::vector<std::thread> threads;
      for (std::size_t i = 1; i < workers.size(); ++i) {
        threads.emplace_back([&, i] { workers[i]->run(control, [] {}); });
      }
      workers[0]->run(control, look);
      for (std::thread& thread : threads) thread.join();
      if (shared.is_full && !control.is_stopped()) {
        tree_.prune(stop_check(control));
        shared.is_full = false;
      }
    }
  }

  /// On the calling thread, after each of its simulations: reports, and the end of the time that should be enough.
  void watch(const SharedSearch<G>& shared, const Task<G>& task, Control& control, std::int64_t& next_report_us) const {
    const std::int64_t elapsed_us = control.elapsed_us();
    if (elapsed_us >= control.budget().soft_us) control.stop();
    if (elapsed_us < next_report_us || !task.on_line) return;
    next_report_us = elapsed_us + std::min(elapsed_us, kLongestSilenceUs);
    for (const auto& line : lines(shared, task, control)) task.on_line(line);
  }

  std::vector<Line<Move>> lines(const SharedSearch<G>& shared, const Task<G>& task, const Control& control) const {
    const Reporter<G> reporter(shared);
    std::vector<Line<Move>> result;
    std::vector<NodeIndex> ranked = reporter.ranked_root_moves();
    if (task.limits.lines <= 1) bring_safe_move_forward(task.pos, ranked);
    for (const NodeIndex move : ranked) {
      if (static_cast<int>(result.size()) >= std::max(1, task.limits.lines)) break;
      Line<Move> line = reporter.line(move, static_cast<int>(result.size()) + 1);
      line.nodes = control.nodes();
      line.time_ms = control.elapsed_us() / 1000;
      result.push_back(std::move(line));
    }
    return result;
  }

  /// Few simulations may not have met the reply that wins at once: the first move without one is played.
  void bring_safe_move_forward(const Position& pos, std::vector<NodeIndex>& ranked) const {
    const auto safe = std::find_if(ranked.begin(), ranked.end(), [&](NodeIndex i) { return !loses_at_once(pos, i); });
    if (safe != ranked.end()) std::rotate(ranked.begin(), safe, safe + 1);
  }
  bool loses_at_once(Position pos, NodeIndex child) const {
    if constexpr (game::HasThreats<G>) {
      // What is proven may rest on the game's past, which the test does not know.
      if (pos.seat_count() > 2 || tree_.node(child).proven().is_known()) return false;
      pos.play(tree_.node(child).move);
      return !pos.is_over() && G::immediate_win(pos) != Move{};
    }
    static_cast<void>(pos);
    static_cast<void>(child);
    return false;
  }

  static constexpr std::int64_t kFirstReportUs = 20'000;
  static constexpr std::int64_t kLongestSilenceUs = 500'000;

  const MonteCarloSwitches switches_;
  const typename G::Evaluator evaluator_;
  Tree<Move> tree_;
  bool root_is_partial_ = false;       ///< the root's children are not all that the game has
  std::optional<Position> last_root_;  ///< of the tree; empty when the tree is of no use
};

}  // namespace partita::search::montecarlo
