#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "base/random.h"
#include "game/concept.h"
#include "search/alphabeta/deepening.h"
#include "search/alphabeta/minimax.h"
#include "search/control.h"
#include "search/montecarlo/montecarlo.h"
#include "search/switches.h"
#include "search/task.h"
#include "search/time/budget.h"

namespace partita::search {

/// A mind for one game: switches, tables, and whichever search they choose. search() blocks; everything belongs to one
/// thread but the task's stop flag.
template <game::Game G>
class Engine {
 public:
  using Move = typename G::Move;

  Engine(const Switches& switches, typename G::Evaluator evaluator)
      : switches_(switches), evaluator_(evaluator), random_(switches.seed) {}

  void configure(const Switches& switches, typename G::Evaluator evaluator) {
    switches_ = switches;
    evaluator_ = evaluator;
    new_game();
  }

  void new_game() {
    random_ = base::Random(switches_.seed);
    montecarlo_.reset();
  }

  /// REQUIRES: task.pos is not over and a root move is allowed.
  Outcome<Move> search(const Task<G>& task) {
    control_.begin(choose_budget(switches_.time_manager, time_question(task)), task.limits.nodes, task.stop);
    switch (switches_.method) {
      case Method::kRandom: return random_choice(task);
      case Method::kMonteCarlo: return search_montecarlo(task);
      default: break;
    }
    const auto prune =
        switches_.method == Method::kMinimax ? MinimaxTree<G>::Prune::kNo : MinimaxTree<G>::Prune::kYes;
    MinimaxTree<G> tree(switches_, evaluator_, control_, prune);
    Deepening<G, MinimaxTree<G>> deepening(tree, task, switches_, control_);
    return deepening.run(1, last_depth(task));
  }

 private:
  Outcome<Move> search_montecarlo(const Task<G>& task) {
    if (!montecarlo_) montecarlo_ = std::make_unique<montecarlo::MonteCarlo<G>>(switches_.montecarlo, evaluator_);
    return montecarlo_->search(task, control_);
  }

  Outcome<Move> random_choice(const Task<G>& task) {
    const auto moves = make_root_moves<G>(task);
    Outcome<Move> result;
    result.best = moves[random_.below(static_cast<std::uint32_t>(moves.size()))].move;
    return result;
  }

  int last_depth(const Task<G>& task) const {
    if (switches_.method == Method::kGreedy) return 1;
    return task.limits.depth > 0 ? std::min(task.limits.depth, switches_.max_depth) : switches_.max_depth;
  }

  TimeQuestion time_question(const Task<G>& task) const {
    TimeQuestion question;
    question.limits = task.limits;
    question.seat = static_cast<game::Seat>(task.pos.to_move());
    question.seat_count = static_cast<int>(task.pos.seat_count());
    question.ply = static_cast<int>(task.pos.ply());
    if constexpr (game::HasTurns<G>) question.plies_in_turn = question.seat_count;
    if constexpr (game::HasPliesLeft<G>) {
      const int own = question.seat_count * question.plies_in_turn;
      question.turns_left = (static_cast<int>(task.pos.plies_left()) + own - 1) / own;
    }
    return question;
  }

  Switches switches_;
  typename G::Evaluator evaluator_;
  base::Random random_;
  Control control_;
  std::unique_ptr<montecarlo::MonteCarlo<G>> montecarlo_;  ///< made on first use; holds the tree
};

}  // namespace partita::search
