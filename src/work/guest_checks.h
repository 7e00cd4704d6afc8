#pragma once

#include "work/job.h"

namespace partita::work {

/// Whether a stranger's answer to the job can be checked: a game at fixed nodes or depth between engines of this
/// program, each on one thread. The same signature, seed and nodes make the same game again.
bool is_repeatable(const Job& job);

/// Whether the answer can be one to this job at all: its id, seed, start and opening, and moves that the rules allow.
/// Cheap, so that every answer is looked at.
bool fits_job(const Job& job, const JobResult& answer);

/// Whether two answers tell the same game, but for the time it took.
bool is_same_game(const JobResult& one, const JobResult& other);

}  // namespace partita::work
