// The exact endgame as commands and puzzles ask for it.
#include <algorithm>

#include "games/omega/endgame.h"
#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

EndgameLimits limits_of(const Position& pos, const game::ScoreQuestion& question) {
  using Question = game::ScoreQuestion;
  EndgameLimits limits;
  limits.goal = question.goal == Question::Goal::kOutcome     ? EndgameGoal::kOutcome
                : question.goal == Question::Goal::kEveryTurn ? EndgameGoal::kEveryTurn
                                                              : EndgameGoal::kMargin;
  if (question.view == Question::View::kMover) limits.hero = pos.mover();
  if (question.view == Question::View::kSeat) limits.hero = static_cast<Colour>(pos.colour_of(question.seat));
  // Of two players equal scores tell who wins; of more it matters with whom they are shared.
  if (pos.players() > 2) limits.ties = EndgameTies::kByRules;
  if (question.reach == Question::Reach::kUtmost) limits.most_free_cells = most_endgame_cells(pos.players());
  limits.most_nodes = question.most_nodes;
  limits.stop = question.stop;
  limits.table_log2 = question.table_log2;
  limits.spent = question.spent;
  return limits;
}

/// Equal scores go to the last in turn order, unless the rules call them a draw.
int outcome_for(const Position& pos, Colour hero, SignedExact value, int tie) {
  if (value != 0) return value > 0 ? 1 : -1;
  if (pos.players() > 2) return tie;
  if (pos.rules().tie == TieRule::kDraw) return 0;
  return hero + 1 == pos.seat_count() ? 1 : -1;
}

}  // namespace

std::optional<game::ScoreAnswer<Move>> Omega::solve_scores(const Position& pos, const game::ScoreQuestion& question) {
  auto result = solve_endgame(pos, limits_of(pos, question));
  if (!result) return std::nullopt;
  const bool hero_moves = pos.mover() == result->hero;
  std::stable_sort(result->turns.begin(), result->turns.end(),
                   [&](const auto& a, const auto& b) { return hero_moves ? a.value > b.value : a.value < b.value; });
  game::ScoreAnswer<Move> answer;
  answer.outcome = outcome_for(pos, result->hero, result->value, result->tie);
  answer.margin = write_signed(result->value);
  answer.best_turn = std::move(result->best_turn);
  answer.nodes = result->nodes;
  for (EndgameTurn& turn : result->turns) {
    const int outcome = outcome_for(pos, result->hero, turn.value, turn.tie);
    answer.turns.push_back({std::move(turn.moves), write_signed(turn.value), outcome});
  }
  return answer;
}

}  // namespace partita::games::omega
