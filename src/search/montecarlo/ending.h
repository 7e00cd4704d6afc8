#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "game/refinements.h"
#include "search/control.h"
#include "search/montecarlo/montecarlo_switches.h"
#include "search/montecarlo/watchdog.h"
#include "search/task.h"

/// The game's exact solver in front of the tree: when it answers, nothing is left to guess.
namespace partita::search::montecarlo {

/// How many free cells the solver can be expected to manage in this time. From side 5: 13 cells take 0.7 ms, and each
/// further one 2.6 times as long.
inline int solvable_cells(std::int64_t budget_us) {
  constexpr double kCellsAtOnce = 13;
  constexpr double kMicrosAtOnce = 700;
  constexpr double kGrowth = 2.6;
  const double factor = std::max(static_cast<double>(budget_us) / kMicrosAtOnce, 0.05);
  return static_cast<int>(kCellsAtOnce + std::log(factor) / std::log(kGrowth));
}

/// Asks the solver for a part of what the search may spend. Nothing when it is switched off, when some root moves are
/// excluded, when it did not get to an answer, or when the answer is no proof: with more than two seats it lets all the
/// others play against the mover, and only a win is certain.
template <game::HasKnownMoves G>
std::optional<game::EndgameAnswer<typename G::Move>> solve_ending(const Task<G>& task,
                                                                  const MonteCarloSwitches& switches,
                                                                  Control& control) {
  // A simulation costs about as much as this many of the solver's nodes.
  constexpr std::uint64_t kNodesPerSimulation = 20;
  if (!switches.endgame || !task.only_moves.empty()) return std::nullopt;
  game::EndgameQuestion question;
  question.most_free_cells = switches.endgame_root_cells;
  question.most_nodes = control.node_limit() * kNodesPerSimulation / 2;
  std::uint64_t spent = 0;
  question.spent = &spent;
  std::int64_t until_us = control.budget().soft_us;
  if (until_us != Budget::kForever) {
    until_us /= 2;
    // Where others want the processor too the solver would only take half of the time and not get to an answer.
    const double thinking_us = static_cast<double>(until_us) * control.processor_share();
    question.most_free_cells =
        std::min(question.most_free_cells, solvable_cells(static_cast<std::int64_t>(thinking_us)));
  }
  if constexpr (game::HasScores<G>) {
    // Cells are filled one a ply: far from the end the solver need not be asked, nor its watchdog be woken.
    if (static_cast<int>(task.pos.plies_left()) > question.most_free_cells) return std::nullopt;
  }
  const Watchdog watchdog(control, until_us);
  question.stop = &watchdog.flag();
  auto answer = G::answer_endgame(task.pos, question);
  control.add_nodes_and_check(spent / kNodesPerSimulation);
  if (answer && task.pos.seat_count() > 2 && answer->value <= 0) return std::nullopt;
  return answer;
}

/// The solver's answer as a line of analysis.
template <game::HasKnownMoves G>
Line<typename G::Move> line_of(const game::EndgameAnswer<typename G::Move>& answer, const typename G::Position& pos) {
  Line<typename G::Move> line;
  const auto mover = static_cast<std::size_t>(pos.to_move());
  int plies_left = static_cast<int>(answer.line.size());
  if constexpr (game::HasScores<G>) plies_left = static_cast<int>(pos.plies_left());
  line.pv = answer.line;
  line.depth = line.seldepth = plies_left;
  line.shares.emplace();
  line.shares->fill(0);
  if (answer.value == 0) {
    line.distance = 0;
    line.draw_chance = 1;
    for (std::size_t seat = 0; seat < 2; ++seat) (*line.shares)[seat] = 0.5;
  } else {
    const bool wins = answer.value > 0;
    line.distance = wins ? plies_left : -plies_left;
    line.score = wins ? game::win_in(plies_left) : game::loss_in(plies_left);
    (*line.shares)[wins ? mover : 1 - mover] = 1;
  }
  return line;
}

/// Puts what is proven over what the tree guessed. A proven loss keeps the tree's move: where everything loses, the
/// move that loses least often is the better try.
template <game::HasKnownMoves G, class Move = typename G::Move>
void apply_ending(const game::EndgameAnswer<Move>& answer, const typename G::Position& pos, Outcome<Move>& outcome) {
  Line<Move> proven = line_of<G>(answer, pos);
  if (outcome.lines.empty()) {
    outcome.lines.push_back(proven);
  } else if (answer.value < 0) {
    proven.pv = outcome.lines.front().pv;
  } else {
    const auto same = std::find_if(outcome.lines.begin(), outcome.lines.end(),
                                   [&](const Line<Move>& line) { return line.pv.front() == proven.pv.front(); });
    // The proven line comes first; what stood before it moves down by one.
    const auto last = same == outcome.lines.end() ? same - 1 : same;
    std::move_backward(outcome.lines.begin(), last, last + 1);
  }
  proven.nodes = outcome.nodes;
  proven.time_ms = outcome.time_ms;
  outcome.lines.front() = std::move(proven);
  for (std::size_t i = 0; i < outcome.lines.size(); ++i) outcome.lines[i].rank = static_cast<int>(i) + 1;
  outcome.best = outcome.lines.front().pv.front();
  outcome.depth = outcome.lines.front().depth;
  outcome.note = "endgame";
}

}  // namespace partita::search::montecarlo
