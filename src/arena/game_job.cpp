#include "arena/game_job.h"

#include "record/declared_json.h"

namespace partita::arena {

std::string write_job(const GameJob& job) { return record::write_object(job); }
base::Parsed<GameJob> read_job(std::string_view text) { return record::read_object<GameJob>(text, "job"); }
std::string write_outcome(const GameOutcome& outcome) { return record::write_object(outcome); }
base::Parsed<GameOutcome> read_outcome(std::string_view text) {
  return record::read_object<GameOutcome>(text, "outcome");
}

}  // namespace partita::arena
