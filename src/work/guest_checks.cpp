#include "work/guest_checks.h"

#include <algorithm>

#include "arena/game_job.h"
#include "arena/time_control.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "record/declared_json.h"
#include "work/job_handlers.h"

namespace partita::work {

namespace {

bool is_repeatable_seat(const std::string& seat) {
  if (arena::starts_program(seat)) return false;
  const auto spec = catalog::read_engine_spec(seat);
  if (!spec) return false;
  const auto threads = spec->overrides.find("threads");
  return threads == spec->overrides.end() || threads->second == "1";
}

bool is_repeatable_control(const std::string& text) {
  const auto control = arena::read_time_control(text);
  return control &&
         (control->kind == arena::TimeControl::Kind::kNodes || control->kind == arena::TimeControl::Kind::kDepth);
}

base::Parsed<arena::GameOutcome> outcome_without_times(const JobResult& answer) {
  auto outcome = record::read_object<arena::GameOutcome>(answer.text);
  if (!outcome) return outcome;
  outcome->seconds = 0;
  for (arena::PlayedMove& move : outcome->game.moves) move.time_ms = move.clock_ms = 0;
  return outcome;
}

}  // namespace

bool is_repeatable(const Job& job) {
  if (job.kind != kGameKind) return false;
  const auto game = record::read_object<arena::GameJob>(job.payload);
  return game && game->trace.empty() && std::all_of(game->seats.begin(), game->seats.end(), is_repeatable_seat) &&
         std::all_of(game->controls.begin(), game->controls.end(), is_repeatable_control);
}

bool fits_job(const Job& job, const JobResult& answer) {
  if (answer.id != job.id || !answer.error.empty()) return false;
  const auto game = record::read_object<arena::GameJob>(job.payload);
  const auto outcome = record::read_object<arena::GameOutcome>(answer.text);
  if (!game || !outcome || outcome->id != job.id || outcome->seed != game->seed) return false;
  const auto& moves = outcome->game.moves;
  if (outcome->game.opening != static_cast<int>(game->opening.size()) || moves.size() < game->opening.size())
    return false;
  auto position = catalog::AnyPosition::from_text(game->game, game->rules, game->start);
  if (!position || position->text() != outcome->game.start) return false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i < game->opening.size() && moves[i].move != game->opening[i]) return false;
    if (position->is_over() || !position->play(moves[i].move)) return false;
  }
  return true;
}

bool is_same_game(const JobResult& one, const JobResult& other) {
  const auto first = outcome_without_times(one);
  const auto second = outcome_without_times(other);
  return first && second && record::write_object(*first) == record::write_object(*second);
}

}  // namespace partita::work
