#include "apps/spread_proof.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "base/line_log.h"
#include "base/text.h"
#include "work/job_handlers.h"
#include "work/proof_run.h"
#include "work/thread_queue.h"

namespace partita::apps {

namespace {

void print_spread_progress(const work::ProofRunProgress& now) {
  std::fprintf(stderr, "\rpn %u dn %u, %s nodes, %zu jobs, %zu claims, %.0f s   ", now.root.proof, now.root.disproof,
               base::with_thousands(now.nodes).c_str(), now.jobs, now.claims, now.seconds);
}

base::Parsed<std::optional<base::LineLog>> open_proof_log(const SpreadOptions& options,
                                                          const work::ProofRunPlan& plan) {
  if (options.log.empty()) return std::optional<base::LineLog>{};
  auto opened = base::LineLog::open(
      options.log,
      {"{\"partita-proof\":\"" + fingerprint(plan) + "\"}",
       "belongs to another claim (game, rules, position, winner or --within differ)", "another solve is writing to it"},
      options.resume ? base::LineLog::Mode::kResume : base::LineLog::Mode::kNew);
  if (!opened) return opened.forward_error();
  return std::optional<base::LineLog>(std::move(*opened));
}

}  // namespace

void add_spread_options(Arguments& app, SpreadOptions& options) {
  app.add_option("--concurrency", options.work.concurrency, Range{1, 256},
                 "prove by jobs on so many threads, each with a table of --memory");
  app.add_option("--nats", options.work.nats,
                 "prove by jobs on the workers of this NATS server, as in nats://host:4222");
  add_nats_options(app, options.work.login);
  app.add_option("--job-nodes", options.job_nodes, Range{1'000, 1e12},
                 "of --concurrency and --nats: the most nodes of a job");
  app.add_output("--log", options.log, "of --concurrency and --nats: append every job's answer to this file",
                 Outputs::Kind::kExtended);
  app.add_flag("--resume", options.resume, "go on with an existing --log");
}

base::Parsed<base::Done> check_spread(const SpreadOptions& options, const catalog::SolveRequest& request,
                                      int distance) {
  if (options.resume && options.log.empty()) return base::Error{"--resume needs the --log to go on with"};
  if (!options.is_wanted()) {
    if (!options.log.empty()) return base::Error{"--log keeps jobs: give --nats or --concurrency as well"};
    return base::Done{};
  }
  if (options.work.concurrency > 0 && !options.work.nats.empty())
    return base::Error{"--concurrency and --nats: jobs are done here or there"};
  if (!request.checkpoint.empty()) return base::Error{"--checkpoint is for one table; jobs are kept by --log"};
  if (distance > 0) return base::Error{"--distance is not looked for by jobs"};
  return base::Done{};
}

base::Parsed<catalog::ProofReport> prove_spread(const SpreadOptions& options, const SpreadQuestion& question,
                                                const catalog::SolveRequest& request, catalog::AnySolver& solver) {
  work::ProofRunPlan plan{question.position, question.winner, request.plies, request.nodes, request.seconds};
  plan.job_nodes = options.job_nodes;
  plan.wants_replies = question.wants_strategy;
  if (!question.is_quiet) plan.on_progress = print_spread_progress;
  plan.on_note = [](const std::string& note) { std::fprintf(stderr, "partita: %s\n", note.c_str()); };
  auto log = open_proof_log(options, plan);
  if (!log) return log.forward_error();
  const std::string name = fingerprint(plan);
  auto run = work::ProofRun::open(std::move(plan), *log ? &**log : nullptr);
  if (!run) return run.forward_error();
  const auto registry = work::standard_handlers(work::Programs::kRefused, request.mebibytes);
  // What an earlier dispatcher left on the server is thrown away: the log says what is still to be done.
  const std::unique_ptr<work::Queue> queue =
      options.work.nats.empty() ? std::make_unique<work::ThreadQueue>(options.work.concurrency, registry)
                                : make_queue(options.work, name, false);
  const base::StopFlag never;
  const auto done = run->run(*queue, request.stop != nullptr ? *request.stop : never);
  if (!done) return done.forward_error();
  catalog::ProofReport report;
  report.proof = run->proof();
  report.best_move = run->best_move();
  report.nodes = run->progress().nodes;
  report.seconds = run->progress().seconds;
  if (question.wants_strategy) solver.advise(run->replies());
  return report;
}

}  // namespace partita::apps
