#include "arena/tournament.h"

#include <utility>
#include <vector>

namespace partita::arena {

double match_llr(const Standings& standings, const base::SprtBounds& bounds) {
  return base::log_likelihood_ratio(standings.between(0, 1).pairs, bounds);
}

base::Parsed<base::Done> run_tournament(const TournamentPlan& plan, GameRunner& runner,
                                        const TournamentOptions& options, Standings& standings,
                                        const base::StopFlag& stop) {
  if (options.log != nullptr) {
    for (const GameOutcome& outcome : options.log->earlier()) standings.add(outcome);
  }
  const auto is_decided = [&] {
    return options.sprt &&
           base::verdict(match_llr(standings, *options.sprt), *options.sprt) != base::SprtVerdict::kGoesOn;
  };
  if (is_decided()) return base::Done{};
  std::vector<GameJob> jobs;
  for (ScheduledGame& game : schedule(plan)) {
    if (!standings.has(game.job.id)) jobs.push_back(std::move(game.job));
  }
  std::optional<base::Error> failure;
  const auto on_outcome = [&](const GameOutcome& outcome) {
    if (outcome.game.stopped) return true;
    if (options.log != nullptr) {
      const auto written = options.log->append(outcome);
      if (!written) {
        failure = written.forward_error();
        return false;
      }
    }
    if (!standings.add(outcome)) return true;
    if (options.on_game) options.on_game(standings, outcome);
    return !is_decided();
  };
  auto done = runner.run(jobs, on_outcome, stop);
  if (failure) return *failure;
  return done;
}

}  // namespace partita::arena
