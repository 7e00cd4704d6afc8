#include "catalog/solve_omega.h"

#include "catalog/erased_position.h"
#include "games/omega/endgame.h"
#include "games/omega/omega.h"

namespace partita::catalog {

namespace {

using games::omega::EndgameGoal;
using games::omega::Omega;

std::vector<std::string> written(Omega::Position pos, const std::vector<Omega::Move>& moves) {
  std::vector<std::string> texts;
  for (const Omega::Move move : moves) {
    texts.push_back(Omega::Notation::write_move(pos, move));
    pos.play(move);
  }
  return texts;
}

}  // namespace

std::optional<OmegaSolution> solve_omega(const AnyPosition& position, OmegaDetail detail, std::uint64_t most_nodes,
                                         const base::StopFlag* stop) {
  if (position.game() != Omega::kName || position.is_over()) return std::nullopt;
  const auto& pos = static_cast<const ErasedPosition<Omega>&>(position.model()).position();
  games::omega::EndgameLimits limits;
  limits.goal = detail == OmegaDetail::kEveryTurn ? EndgameGoal::kEveryTurn : EndgameGoal::kMargin;
  limits.hero = pos.mover();
  limits.most_nodes = most_nodes;
  limits.stop = stop;
  const auto result = games::omega::solve_endgame(pos, limits);
  if (!result) return std::nullopt;
  // Equal scores go to the last in turn order, unless the rules call them a draw.
  const bool ties_draw = position.rules().find("tie")->second == "draw";
  const bool is_last = pos.mover() + 1 == pos.seat_count();
  const auto outcome_of = [&](games::omega::SignedExact value) {
    if (value != 0) return value > 0 ? 1 : -1;
    return ties_draw ? 0 : is_last ? 1 : -1;
  };
  OmegaSolution solution;
  solution.outcome = outcome_of(result->value);
  solution.margin = games::omega::write_signed(result->value);
  solution.best_turn = written(pos, result->best_turn);
  solution.nodes = result->nodes;
  solution.turns = static_cast<int>(result->turns.size());
  for (const auto& turn : result->turns) {
    if (outcome_of(turn.value) > 0) solution.winning_turns.push_back(written(pos, turn.moves));
  }
  return solution;
}

}  // namespace partita::catalog
