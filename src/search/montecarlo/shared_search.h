#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "game/concept.h"
#include "game/refinements.h"
#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/selection.h"
#include "search/montecarlo/tree.h"

namespace partita::search::montecarlo {

/// What all simulators of one search share. Made anew for every search by its owner, who alone changes anything but the
/// tree and the atomics, and only while no simulator runs.
template <game::Game G>
struct SharedSearch {
  SharedSearch(Tree<typename G::Move>& tree_of_search, const MonteCarloSwitches& switches_of_search,
               const typename G::Evaluator& evaluator_of_search, const typename G::Position& root)
      : tree(tree_of_search),
        switches(switches_of_search.for_seats(root.seat_count())),
        evaluator(evaluator_of_search),
        root_pos(root),
        formula(switches),
        is_shared(switches_of_search.threads > 1),
        uses_policy(asks_policy(switches, evaluator_of_search, root)) {}

  Tree<typename G::Move>& tree;
  const MonteCarloSwitches switches;
  const typename G::Evaluator& evaluator;
  const typename G::Position root_pos;
  const SelectionFormula formula;
  const bool is_shared;
  const bool uses_policy;  ///< PUCT; else by the results of playouts
  std::vector<game::Key> earlier_keys;
  std::vector<bool> root_is_allowed;  ///< by child of the root; empty: all are
  /// Sums of shares of the point by child of the root and seat, whatever the rewards count besides: for reports with
  /// more than two seats.
  std::vector<std::atomic<double>> root_shares;
  bool is_root_won = false;             ///< the game has shown that one of the allowed moves wins, but not which
  std::atomic<bool> is_full{false};     ///< somebody found no room for children
  std::atomic<bool> is_settled{false};  ///< the root's result is proven
  std::atomic<int> deepest{0};

  bool is_root_move_allowed(std::size_t child) const { return root_is_allowed.empty() || root_is_allowed[child]; }

  static bool asks_policy(const MonteCarloSwitches& switches, const typename G::Evaluator& evaluator,
                          const typename G::Position& root) {
    if constexpr (game::HasPolicy<G>) return switches.selection == Selection::kPuct && evaluator.tells_policy(root);
    static_cast<void>(switches);
    static_cast<void>(evaluator);
    static_cast<void>(root);
    return false;
  }
  /// Whether nodes are asked what the game can prove of them.
  bool deduces() const {
    return uses_policy && switches.deduce_at > 0 && switches.solver && root_pos.seat_count() == 2;
  }
  /// All moves as first, also for PUCT without a policy.
  bool uses_amaf() const { return !uses_policy && switches.selection != Selection::kUct; }

  template <class T>
  void add(std::atomic<T>& sum, T value) const {
    if (is_shared) {
      add_exactly(sum, value);
    } else {
      add_loosely(sum, value);
    }
  }
};

}  // namespace partita::search::montecarlo
