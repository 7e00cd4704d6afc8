#pragma once

#include <cstdint>
#include <string>

#include "apps/arguments.h"
#include "apps/work_options.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "catalog/solver.h"

namespace partita::apps {

/// One proof as many jobs: on threads of this process with a table each, or on the workers of a NATS server.
struct SpreadOptions {
  WorkOptions work{0, {}, {}};  ///< no threads and no server: the proof is not spread
  std::uint64_t job_nodes = 200'000;
  std::string log;
  bool resume = false;

  bool is_wanted() const { return work.concurrency > 0 || !work.nats.empty(); }
};
void add_spread_options(Arguments& app, SpreadOptions& options);
/// Options that mean nothing together.
base::Parsed<base::Done> check_spread(const SpreadOptions& options, const catalog::SolveRequest& request, int distance);

/// What is asked, and whether somebody wants the strategy.
struct SpreadQuestion {
  const catalog::AnyPosition& position;
  catalog::Seat winner;
  bool wants_strategy;
  bool is_quiet;
};
/// Proves the claim by the jobs of a queue; the solver is told the winner's replies that came with the proof.
base::Parsed<catalog::ProofReport> prove_spread(const SpreadOptions& options, const SpreadQuestion& question,
                                                const catalog::SolveRequest& request, catalog::AnySolver& solver);

}  // namespace partita::apps
