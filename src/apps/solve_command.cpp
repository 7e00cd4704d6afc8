#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "apps/spread_proof.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/any_position.h"
#include "catalog/games.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "study/certificate_file.h"

namespace partita::apps {

namespace {

struct SolveOptions {
  PositionOptions where;
  std::string winner;
  std::string certificate;
  catalog::SolveRequest request;
  SpreadOptions spread;
  int distance = 0;
  std::uint64_t seed = 0;
  bool quiet = false;
};

void print_progress(const catalog::SolveProgress& now) {
  std::fprintf(
      stderr, "\rpn %u dn %u, %s nodes, %s/s, table %.1f%%, deepest ply %d, %.0f s   ", now.proof, now.disproof,
      base::with_thousands(now.nodes).c_str(),
      base::with_thousands(static_cast<std::int64_t>(static_cast<double>(now.nodes) / std::max(now.seconds, 1e-3)))
          .c_str(),
      100 * now.table_load, now.deepest_ply, now.seconds);
}

/// The seat named by --winner: its number, or its name in any letter case.
base::Parsed<catalog::Seat> named_seat(const catalog::AnyPosition& position, const std::string& name) {
  std::vector<std::string> names;
  for (int seat = 0; seat < position.seat_count(); ++seat) {
    names.push_back(position.seat_name(static_cast<catalog::Seat>(seat)));
    if (base::lower(names.back()) == base::lower(name) || std::to_string(seat) == name)
      return static_cast<catalog::Seat>(seat);
  }
  return base::Error{"--winner: expected " + base::join(names, " or ") + ", got " + base::quoted(name)};
}

int write_strategy(catalog::AnySolver& solver, const catalog::AnyPosition& position, catalog::Seat winner,
                   const SolveOptions& options) {
  const std::string& path = options.certificate;
  const base::Stopwatch watch;
  const auto certificate = solver.strategy(position, winner, options.request.plies, options.request.stop);
  if (!certificate) {
    std::fprintf(stderr, "partita: no strategy was written: stopped, or it would go in circles (try --within)\n");
    return kExitFailed;
  }
  const auto written = study::write_certificate_file(path, solve::write_certificate(*certificate));
  if (!written) return refuse(written.error());
  std::printf("certificate %s\nentries %zu\nclaim sha256 %s\nwritten in %.1f s\n", path.c_str(),
              certificate->entries.size(), certificate->claim.digest().c_str(), watch.seconds());
  return kExitFine;
}

/// With --winner or --certificate one claim is worked on, to its end.
int prove_claim(const SolveOptions& options, catalog::AnySolver& solver, const catalog::AnyPosition& position,
                catalog::Seat winner) {
  catalog::ProofReport report;
  if (options.spread.is_wanted()) {
    const SpreadQuestion question{position, winner, !options.certificate.empty(), options.quiet};
    const auto found = prove_spread(options.spread, question, options.request, solver);
    if (!found) return refuse(found.error());
    report = *found;
  } else {
    report = solver.prove(position, winner, options.request);
  }
  if (!report.failure.empty() && report.nodes == 0) return refuse("--checkpoint: " + report.failure);
  if (!options.quiet) std::fputc('\n', stderr);
  const std::string name = position.seat_name(winner);
  const char* verdict = report.proof == catalog::Proof::kYes  ? "wins"
                        : report.proof == catalog::Proof::kNo ? "does not win"
                                                              : "undecided";
  const std::string within =
      options.request.plies > 0 ? " within " + std::to_string(options.request.plies) + " plies" : "";
  std::printf("%s %s%s\n", name.c_str(), verdict, within.c_str());
  if (!report.best_move.empty()) std::printf("best %s\n", report.best_move.c_str());
  std::printf("nodes %llu\nseconds %.1f\n", static_cast<unsigned long long>(report.nodes), report.seconds);
  std::fflush(stdout);
  int code = kExitFine;
  if (!options.certificate.empty()) {
    code = report.proof == catalog::Proof::kYes ? write_strategy(solver, position, winner, options) : kExitFailed;
  }
  return report.failure.empty() ? code : refuse("--checkpoint: " + report.failure);
}

int find_value(const SolveOptions& options, catalog::AnySolver& solver, const catalog::AnyPosition& position) {
  const catalog::SolveReport report = catalog::solve_position(solver, position, options.request);
  if (!options.quiet) std::fputc('\n', stderr);
  std::printf("%s for %s\n", std::string(catalog::name_of(report.value)).c_str(),
              position.seat_name(position.to_move()).c_str());
  if (!report.best_move.empty()) std::printf("best %s\n", report.best_move.c_str());
  std::printf("nodes %llu\nseconds %.1f\n", static_cast<unsigned long long>(report.nodes), report.seconds);
  return kExitFine;
}

/// Where games end with scores the exact endgame answers instead of proof search.
int solve_scores(const SolveOptions& options, const catalog::AnyPosition& position) {
  if (!options.winner.empty() || !options.certificate.empty())
    return refuse("the game ends with scores and has no winner to prove, leave --winner and --certificate out");
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  const base::Stopwatch watch;
  catalog::ScoreQuestion question;
  question.most_nodes = options.request.nodes;
  question.stop = &stop;
  const auto solution = catalog::solve_scores(position, question);
  if (!solution) {
    std::printf("unknown for %s\n", position.seat_name(position.to_move()).c_str());
    return kExitFine;
  }
  const char* outcome = solution->outcome > 0 ? "win" : solution->outcome < 0 ? "loss" : "draw";
  std::printf("%s for %s\nmargin %s\nbest %s\nnodes %llu\nseconds %.1f\n", outcome,
              position.seat_name(position.to_move()).c_str(), solution->margin.c_str(),
              base::join(catalog::join_turns(position, solution->best.plies), " ").c_str(),
              static_cast<unsigned long long>(solution->nodes), watch.seconds());
  return kExitFine;
}

/// The shortest forced win of the side that wins, or how far it was looked for.
int find_distance(const SolveOptions& options, catalog::AnySolver& solver, const catalog::AnyPosition& position) {
  const auto winner =
      options.winner.empty() ? base::Parsed<catalog::Seat>(position.to_move()) : named_seat(position, options.winner);
  if (!winner) return refuse(winner.error());
  const auto found = solver.distance(position, *winner, options.distance, options.request);
  const std::string name = position.seat_name(*winner);
  if (found.at_most != 0) {
    std::printf("%s wins in %d plies\n", name.c_str(), found.at_most);
  } else {
    std::printf("%s does not win within %d plies\n", name.c_str(), found.at_least - 1);
  }
  std::printf("nodes %llu\n", static_cast<unsigned long long>(found.nodes));
  return kExitFine;
}

int answer(const SolveOptions& options, catalog::AnySolver& solver, const catalog::AnyPosition& position) {
  if (options.distance > 0) return find_distance(options, solver, position);
  if (options.winner.empty() && options.certificate.empty()) return find_value(options, solver, position);
  // The start of a game is asked about the side that is not to move: whoever placed last has the better of it.
  const auto winner = options.winner.empty()
                          ? base::Parsed<catalog::Seat>(static_cast<catalog::Seat>(1 - position.to_move()))
                          : named_seat(position, options.winner);
  if (!winner) return refuse(winner.error());
  return prove_claim(options, solver, position, *winner);
}

/// After Ctrl-C or SIGTERM: what is kept of the work.
void tell_stopped(const SolveOptions& options) {
  const std::string& kept = options.spread.is_wanted() ? options.spread.log : options.request.checkpoint;
  if (kept.empty())
    std::fprintf(stderr, "partita: stopped by a signal; nothing is kept of the work (--checkpoint keeps it)\n");
  else
    std::fprintf(stderr, "partita: stopped by a signal; the work so far is in %s\n", kept.c_str());
}

int solve_given(SolveOptions options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  if (position->is_over()) return refuse("the game is over: " + position->ending().reason);
  const auto game = catalog::find_game(position->game());
  if (game && (*game)->profile->solver == catalog::Solver::kScores) return solve_scores(options, *position);
  auto solver = catalog::make_solver(position->game(), options.request.mebibytes, options.seed);
  if (!solver) return refuse(solver.error());
  if (!options.quiet) options.request.on_progress = print_progress;
  base::StopFlag stop;
  options.request.stop = &stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  if (!options.request.checkpoint.empty() && options.winner.empty() && options.certificate.empty()) {
    return refuse("--checkpoint belongs to one claim: give --winner or --certificate as well");
  }
  if (options.request.plies > 0 && options.winner.empty() && options.certificate.empty()) {
    return refuse("--within belongs to one claim: give --winner or --certificate as well");
  }
  if (const auto fine = check_spread(options.spread, options.request, options.distance); !fine)
    return refuse(fine.error());
  if (options.spread.is_wanted() && options.winner.empty() && options.certificate.empty()) {
    return refuse("--nats and --concurrency prove one claim: give --winner or --certificate as well");
  }
  if (options.spread.is_wanted() && options.seed != 0)
    return refuse("--seed is for one table; --nats and --concurrency have many");
  const int code = answer(options, **solver, *position);
  if (!interruptible.is_interrupted()) return code;
  tell_stopped(options);
  return code == kExitFine ? kExitFailed : code;
}

}  // namespace

Action add_solve_command(Arguments& app) {
  auto options = std::make_shared<SolveOptions>();
  options->request.mebibytes = 1024;
  add_position_options(app, options->where);
  app.add_option("--winner", options->winner, "the seat whose win is to be proven; without it the value is found");
  app.add_output("--certificate", options->certificate, "file for the winning strategy (zstd-compressed text)");
  app.add_option("--seconds", options->request.seconds, Range{0, 1e9}, "time limit");
  app.add_option("--nodes", options->request.nodes, "limit of nodes");
  app.add_option("--memory", options->request.mebibytes, Range{1, 1 << 20}, "size of the table in MiB");
  app.add_option("--threads", options->request.threads, Range{1, 256}, "threads");
  app.add_option("--seed", options->seed, Range{0, 1e9},
                 "of the random numbers that tell positions apart, to repeat a result with others");
  app.add_output("--checkpoint", options->request.checkpoint,
                 "file to save the work in now and then, and to resume from", Outputs::Kind::kExtended);
  app.add_option("--checkpoint-every", options->request.checkpoint_seconds, Range{0.01, 86'400},
                 "seconds between two savings");
  app.add_option("--within", options->request.plies, Range{1, 400}, "the win must come within this many plies");
  app.add_option("--distance", options->distance, Range{0, 200},
                 "look for the shortest forced win of the mover or --winner, up to this many plies");
  add_spread_options(app, options->spread);
  app.outputs()->resumes_if(options->spread.resume);
  app.add_flag("--quiet", options->quiet, "no progress line");
  app.footer(
      "With --certificate and no --winner the side not to move is taken to be the winner.\n"
      "Exit code 1 when a certificate was asked for and the claim was not proven.\n\n"
      "Examples:\n" +
      catalog::examples_of("solve"));
  return [options] { return solve_given(*options); };
}

}  // namespace partita::apps
