#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "game/concept.h"
#include "search/alphabeta/values.h"
#include "search/switches.h"
#include "search/task.h"

namespace partita::search {

/// A root move with what the search knows of it.
template <class Move>
struct RootMove {
  Move move{};
  game::Score score = -game::kInfinite;  ///< of the running iteration; -kInfinite while unknown
  std::vector<Move> pv;
};

/// The root moves to search: those the game generates, or those the task names. Some games generate one order of a
/// turn's plies only, and the task may name another: such moves are taken as given, after the generated ones.
template <game::Game G>
std::vector<RootMove<typename G::Move>> make_root_moves(const Task<G>& task) {
  using Move = typename G::Move;
  const std::vector<Move>& only = task.only_moves;
  std::vector<RootMove<Move>> result;
  const auto add = [&](Move move) { result.push_back({move, -game::kInfinite, {move}}); };
  const auto has = [&](Move move) {
    return std::any_of(result.begin(), result.end(), [&](const RootMove<Move>& known) { return known.move == move; });
  };
  game::MoveList<G> moves;
  G::generate_moves(task.pos, moves);
  for (const Move move : moves) {
    if (only.empty() || std::find(only.begin(), only.end(), move) != only.end()) add(move);
  }
  for (const Move move : only) {
    if (!has(move)) add(move);
  }
  return result;
}

/// One pass over the root moves at one depth. `Tree` offers root_child(move, depth, alpha, beta, pv) with values from
/// the root's view, and was_stopped(). One thread.
template <game::Game G, class Tree>
class RootLoop {
 public:
  using Move = typename G::Move;
  using Moves = std::vector<RootMove<Move>>;

  RootLoop(Tree& tree, const Switches& switches, Moves& moves, base::Random& random)
      : tree_(tree), switches_(switches), moves_(moves), random_(random) {}

  /// What a pass found. Values at or below alpha are upper bounds: they say nothing of which move is better.
  struct Found {
    Score value = -game::kInfinite;  ///< fail-soft; -kInfinite if no move was finished
    bool is_above_alpha = false;     ///< the move at `first` is better than alpha and than all that were finished
  };

  /// Searches the moves from `first` on. A move that is above alpha, the best of these, ends at `first`; where none is,
  /// the order stays. When the search was stopped, that is the best of those that were finished.
  Found search(int depth, Score alpha, Score beta, std::size_t first) {
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
      std::vector<Move> pv;
      const Score value = child_value(moves_[i].move, depth, std::max(alpha, best), beta, i > first, pv);
      if (tree_.was_stopped()) {
        bring_forward(first, best_index);
        return {best, best > alpha};
      }
      moves_[i].score = value;
      const bool is_equal = switches_.random_equal && value == best && (best > alpha || alpha <= -game::kWin);
      const bool is_better = value > std::max(alpha, best);
      // The first stands for all while nothing is known to be better.
      if (is_better || best == -game::kInfinite || (is_equal && takes_equal(++equals))) {
        if (value > best) equals = 1;
        best_index = i;
        moves_[i].pv = std::move(pv);
      }
      best = std::max(best, value);
      if (best >= beta || (switches_.win_return && best >= game::kWinBound)) break;
    }
    order_for_next(first, best_index);
    return {best, best > alpha};
  }

 private:
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

  Tree& tree_;
  const Switches& switches_;
  Moves& moves_;
  base::Random& random_;
};

}  // namespace partita::search
