#include "work/game_queue.h"

#include <optional>

#include "record/declared_json.h"
#include "work/job_handlers.h"

namespace partita::work {

base::Parsed<base::Done> GameQueue::run(const std::vector<arena::GameJob>& games, const OnOutcome& on_outcome,
                                        const base::StopFlag& stop) {
  std::vector<Job> jobs;
  jobs.reserve(games.size());
  for (const arena::GameJob& game : games) jobs.push_back({game.id, kGameKind, record::write_object(game)});
  int given_up = 0;
  std::string first_error;
  const auto on_result = [&](const JobResult& result) {
    const auto outcome = result.error.empty() ? record::read_object<arena::GameOutcome>(result.text)
                                              : base::Parsed<arena::GameOutcome>(base::Error{result.error});
    if (outcome) return on_outcome(*outcome);
    if (++given_up == 1) first_error = result.id + ": " + outcome.error();
    return true;
  };
  auto done = queue_.run(jobs, on_result, stop);
  if (!done || given_up == 0) return done;
  return base::Error{std::to_string(given_up) + " of " + std::to_string(games.size()) +
                     " games could not be played, the first " + first_error};
}

}  // namespace partita::work
