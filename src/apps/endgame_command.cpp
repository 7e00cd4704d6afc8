#include <algorithm>
#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/position_options.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solve_scores.h"

namespace partita::apps {

namespace {

using Goal = catalog::ScoreQuestion::Goal;

struct EndgameOptions {
  PositionOptions where;
  std::string goal = "margin";
  int table_log2 = 22;
};

Goal goal_named(const std::string& name) {
  if (name == "outcome") return Goal::kOutcome;
  return name == "turns" ? Goal::kEveryTurn : Goal::kMargin;
}

/// "endgame solves A and B only": the games that end with scores.
std::string games_with_scores() {
  std::vector<std::string> names;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (game.solve_scores) names.push_back(game.name);
  }
  return "endgame solves " + base::join(names, " and ") + " only";
}

int free_cells(const catalog::AnyPosition& position) {
  const auto view = position.view();
  return static_cast<int>(std::count_if(view.cells.begin(), view.cells.end(),
                                        [](const catalog::CellView& cell) { return cell.piece == ' '; }));
}

int solve(const EndgameOptions& options) {
  const auto game = catalog::find_game(options.where.game);
  if (!game || !(*game)->solve_scores) return refuse("--game: " + games_with_scores());
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  if (position->is_over()) return refuse("the game is over");
  catalog::ScoreQuestion question;
  question.goal = goal_named(options.goal);
  question.view = catalog::ScoreQuestion::View::kFirstColour;
  question.reach = catalog::ScoreQuestion::Reach::kUtmost;
  question.table_log2 = options.table_log2;
  const base::Stopwatch watch;
  const auto solution = catalog::solve_scores(*position, question);
  if (!solution) {
    return refuse("too many free cells to solve: " + std::to_string(free_cells(*position)) +
                  " (or a swap may still come)");
  }
  for (const auto& turn : solution->turns) std::printf("%s=%s\n", turn.text.c_str(), turn.margin.c_str());
  std::printf("nodes %llu time %.3f s\n", static_cast<unsigned long long>(solution->nodes), watch.seconds());
  std::printf("best %s\n", solution->best.text.c_str());
  if (question.goal == Goal::kOutcome)
    std::printf("value %d\n", solution->outcome);
  else
    std::printf("value %s\n", solution->margin.c_str());
  return kExitFine;
}

}  // namespace

Action add_endgame_command(Arguments& app) {
  auto options = std::make_shared<EndgameOptions>();
  add_position_options(app, options->where);
  app.add_option("--goal", options->goal,
                 "outcome (1, 0, -1, by the rule for ties), margin, or turns: the margin of every turn")
      ->check(OneOf{{"outcome", "margin", "turns"}});
  app.add_option("--table", options->table_log2, "places in the transposition table, as a power of two")
      ->check(Range{10, 26});
  app.footer(
      "Two players: up to 24 free cells, White's score less Black's under perfect play. Three and four: up to 20, the\n"
      "mover's score less the best other, everybody playing against the mover. The last line is 'value N'.\n\n"
      "Examples:\n" +
      catalog::examples_of("endgame"));
  return [options] { return solve(*options); };
}

}  // namespace partita::apps
