#pragma once

#include "work/nats_link.h"
#include "work/nats_worker.h"

namespace partita::work {

/// A guest: does the jobs that dispatchers send to its name, and nothing else. Until `stop` is raised; jobs under way
/// are then finished. `options.login.guest` is its name.
base::Parsed<base::Done> run_guest(const WorkerOptions& options, const HandlerRegistry& registry,
                                   const base::StopFlag& stop, const NatsLink& link);

}  // namespace partita::work
