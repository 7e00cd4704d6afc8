#pragma once

#include "arena/game_job.h"
#include "base/parsed.h"
#include "record/game_record.h"

namespace partita::arena {

/// A played game as a record: who sat where under which control, and at every turn the time, the score, the depth and
/// the nodes the player said. An outcome whose moves are not legal is an error.
base::Parsed<record::GameRecord> make_match_record(const GameJob& job, const GameOutcome& outcome);

}  // namespace partita::arena
