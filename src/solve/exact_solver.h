#pragma once

#include <concepts>
#include <cstdint>
#include <functional>

#include "base/clock.h"
#include "game/concept.h"

namespace partita::solve {

/// A game with an exact solver of its own, which is quicker than a search that knows only the rules. The solver keeps
/// what it finds. solve() returns nothing if it was stopped; otherwise the winner, and a winning move if the mover
/// wins.
template <class G>
concept HasExactSolver = game::Game<G> && requires(typename G::ExactSolver& solver, const typename G::Position& pos,
                                                   const std::function<bool(std::uint64_t)>& is_enough) {
  { G::ExactSolver::can_solve(pos) } -> std::same_as<bool>;
  { solver.solve(pos, is_enough)->winner } -> std::convertible_to<game::Seat>;
  { solver.solve(pos, is_enough)->move } -> std::convertible_to<typename G::Move>;
  { solver.nodes() } -> std::convertible_to<std::uint64_t>;
};

/// The game's own solver, or nothing.
template <class G>
struct ExactSolverOf {
  struct Type {};
};
template <HasExactSolver G>
struct ExactSolverOf<G> {
  using Type = typename G::ExactSolver;
};

}  // namespace partita::solve
