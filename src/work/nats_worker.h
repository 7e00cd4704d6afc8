#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"
#include "work/engine_pool.h"
#include "work/job_handlers.h"
#include "work/nats_login.h"

namespace partita::work {

struct WorkerOptions {
  std::string url = "nats://127.0.0.1:4222";
  NatsLogin login;
  std::string name;  ///< for people; the host and process if empty
  int threads = 1;
  std::chrono::milliseconds ack_wait{30'000};  ///< the lease of a job, extended every third of it; one that runs
                                               ///< out gives the job to another worker
  int tries = 3;                               ///< deliveries after which a job is parked with its error
  /// Jobs of matches and self-play, searches of servers' pages, or both: then no job is begun while a page waits.
  enum class Serves { kBoth, kJobs, kPages };
  Serves serves = Serves::kBoth;
  EngineSource engines = {};                        ///< of the pages' searches
  std::function<void(const std::string&)> on_note;  ///< things people should know; may be empty
};

/// Waits for a NATS server if it is not there yet, draws jobs from it and does them until `stop` is raised; jobs under
/// way are then finished. A result is stored before its job is acknowledged, so that dying at any moment loses nothing:
/// the job comes again, to somebody.
base::Parsed<base::Done> run_nats_worker(const WorkerOptions& options, const HandlerRegistry& registry,
                                         const base::StopFlag& stop);

}  // namespace partita::work
