#include "lab/question.h"

#include "arena/elo_text.h"
#include "arena/opening_set.h"
#include "arena/tournament.h"
#include "catalog/games.h"
#include "work/game_queue.h"

namespace partita::lab {

namespace {

base::Parsed<arena::TournamentPlan> plan_of(const Question& question) {
  arena::TournamentPlan plan;
  plan.game = question.game;
  plan.rules = question.rules;
  plan.seed = question.seed;
  const std::string& other = question.second_control.empty() ? question.first_control : question.second_control;
  for (const auto& [spec, text] :
       {std::pair{question.first, question.first_control}, std::pair{question.second, other}}) {
    const auto control = arena::read_time_control(text);
    if (!control) return control.forward_error();
    plan.entrants.push_back({spec, *control});
  }
  // Busy machines wake threads late, and it is not time keeping that is asked about.
  plan.referee.margin_ms = 10'000;
  arena::OpeningPlan openings;
  openings.game = question.game;
  openings.rules = question.rules;
  openings.count = question.most_openings;
  openings.plies = question.opening_plies;
  openings.seed = question.seed;
  openings.judge_nodes = 500;
  const auto game = catalog::find_game(question.game);
  if (!game) return game.forward_error();
  openings.imbalance = (*game)->profile->opening_imbalance;
  auto found = arena::generate_openings(openings);
  if (!found) return found.forward_error();
  plan.openings = std::move(*found);
  return plan;
}

}  // namespace

base::Parsed<Answer> ask(const Question& question, work::Queue& queue, const base::StopFlag& stop) {
  const auto plan = plan_of(question);
  if (!plan) return plan.error_at(question.first + " - " + question.second);
  arena::Standings standings(*plan);
  base::StopFlag ends;
  const base::Stopwatch watch;
  arena::TournamentOptions how;
  how.on_game = [&](const arena::Standings& now, const arena::GameOutcome&) {
    if (stop.is_raised() || (watch.seconds() > question.seconds && now.between(0, 1).pairs.count() >= 1)) ends.raise();
  };
  how.sprt = question.sprt;
  work::GameQueue runner(queue);
  const auto done = run_tournament(*plan, runner, how, standings, ends);
  if (!done) return done.forward_error();
  Answer answer{question, standings.between(0, 1), {}, standings.finished(), watch.seconds()};
  answer.elo = base::report_elo(answer.score.pairs);
  return answer;
}

std::string score_text(const Answer& answer) { return arena::score_text(answer.score, "±"); }

std::string elo_text(const Answer& answer) {
  if (answer.score.pairs.count() < 2) return "–";
  return arena::elo_text(answer.score, "±");
}

}  // namespace partita::lab
