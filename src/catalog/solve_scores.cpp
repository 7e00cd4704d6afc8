#include "catalog/solve_scores.h"

#include "catalog/games.h"

namespace partita::catalog {

std::vector<ScoreSolution::Turn> ScoreSolution::winning_turns() const {
  std::vector<Turn> winning;
  for (const Turn& turn : turns) {
    if (turn.outcome > 0) winning.push_back(turn);
  }
  return winning;
}

std::optional<ScoreSolution> solve_scores(const AnyPosition& position, const ScoreQuestion& question) {
  const auto game = find_game(position.game());
  if (!game || !(*game)->solve_scores || position.is_over()) return std::nullopt;
  return (*game)->solve_scores(position.model(), question);
}

}  // namespace partita::catalog
