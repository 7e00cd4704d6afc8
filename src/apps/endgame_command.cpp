#include <algorithm>
#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/position_options.h"
#include "base/clock.h"
#include "catalog/erased_position.h"
#include "catalog/games.h"
#include "games/omega/endgame.h"
#include "games/omega/omega.h"

namespace partita::apps {

namespace {

using games::omega::EndgameGoal;
using games::omega::EndgameResult;
using games::omega::Omega;

struct EndgameOptions {
  PositionOptions where;
  std::string goal = "margin";
  int table_log2 = 22;
};

EndgameGoal goal_named(const std::string& name) {
  if (name == "outcome") return EndgameGoal::kOutcome;
  return name == "turns" ? EndgameGoal::kEveryTurn : EndgameGoal::kMargin;
}

void print_turns(const Omega::Position& pos, EndgameResult& result) {
  const bool hero_moves = pos.mover() == result.hero;
  std::stable_sort(result.turns.begin(), result.turns.end(),
                   [&](const auto& a, const auto& b) { return hero_moves ? a.value > b.value : a.value < b.value; });
  for (const auto& turn : result.turns) {
    std::printf("%s=%s\n", Omega::Notation::write_turn(pos, turn.moves).c_str(),
                games::omega::write_signed(turn.value).c_str());
  }
}

int solve(const EndgameOptions& options) {
  if (options.where.game != Omega::kName) return refuse("--game: endgame solves omega only");
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  const auto& pos = static_cast<const catalog::ErasedPosition<Omega>&>(position->model()).position();
  if (pos.is_over()) return refuse("the game is over");
  games::omega::EndgameLimits limits;
  limits.goal = goal_named(options.goal);
  limits.most_free_cells = games::omega::kMostEndgameCells;
  limits.table_log2 = options.table_log2;
  const base::Stopwatch watch;
  auto result = games::omega::solve_endgame(pos, limits);
  if (!result) {
    return refuse("too many free cells to solve: " + std::to_string(pos.free_count()) + " (or a swap may still come)");
  }
  print_turns(pos, *result);
  std::printf("nodes %llu time %.3f s\n", static_cast<unsigned long long>(result->nodes), watch.seconds());
  std::printf("best %s\n", Omega::Notation::write_turn(pos, result->best_turn).c_str());
  std::printf("value %s\n", games::omega::write_signed(result->value).c_str());
  return kExitFine;
}

}  // namespace

Action add_endgame_command(Arguments& app) {
  auto options = std::make_shared<EndgameOptions>();
  add_position_options(app, options->where);
  app.add_option("--goal", options->goal, "outcome (1, 0, -1), margin, or turns: the margin of every turn")
      ->check(OneOf{{"outcome", "margin", "turns"}});
  app.add_option("--table", options->table_log2, "places in the transposition table, as a power of two")
      ->check(Range{10, 26});
  app.footer(
      "Up to 20 free cells. Two players: White's score less Black's under perfect play. Three and four: the mover's\n"
      "score less the best other, everybody playing against the mover. The last line is 'value N'.\n\n"
      "Examples:\n" +
      catalog::examples_of("endgame"));
  return [options] { return solve(*options); };
}

}  // namespace partita::apps
