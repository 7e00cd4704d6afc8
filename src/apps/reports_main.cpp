// The program of machines that only measure: `partita lab reports --run` from the rooms that need no server, no
// database and no message queue (cmake -DPARTITA_ENGINE_ONLY=ON).
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "arena/time_control.h"
#include "lab/report_run.h"
#include "work/thread_queue.h"

namespace {

partita::base::StopFlag is_interrupted;

}  // namespace

int main(int argc, char** argv) {
  using namespace partita;
  CLI::App app("The five reports' experiments: partita lab reports --run");
  lab::ReportRunOptions options;
  options.by = {"unknown", lab::machine_text(), lab::date_text()};
  std::string budget = "10m";
  app.add_option("--budget", budget, "time for all of it, as in 90s or 10m")->capture_default_str();
  app.add_option("--concurrency", options.threads, "games at a time")->check(CLI::Range(1, 256));
  app.add_option("--report", options.report, "only this report's questions");
  app.add_option("--question", options.question, "only the question of this id");
  app.add_option("--out", options.folder, "where results are kept")->capture_default_str();
  app.add_option("--games", options.games, "at least so many a match, more until +- 5 points")
      ->check(CLI::Range(2, 4000));
  app.add_flag("--again", options.again, "forget what is stored");
  app.add_option("--commit", options.by.commit, "written into the results");
  CLI11_PARSE(app, argc, argv);
  const auto milliseconds = arena::read_duration_ms(budget);
  if (!milliseconds) return std::fprintf(stderr, "error: --budget: %s\n", milliseconds.error().c_str()), 2;
  options.seconds = static_cast<double>(*milliseconds) / 1000;
  options.on_step = [](const std::string& step) { std::fprintf(stderr, "%s\n", step.c_str()); };
  std::signal(SIGINT, [](int) { is_interrupted.raise(); });
  std::signal(SIGTERM, [](int) { is_interrupted.raise(); });
  const work::HandlerRegistry registry = work::standard_handlers();
  work::ThreadQueue queue(options.threads, registry);
  const auto done = run_reports(options, queue, is_interrupted);
  if (!done) return std::fprintf(stderr, "error: %s\n", done.error().c_str()), 2;
  const auto summary = report_summary(options);
  if (!summary) return std::fprintf(stderr, "error: %s\n", summary.error().c_str()), 2;
  std::fputs(summary->c_str(), stdout);
  return 0;
}
