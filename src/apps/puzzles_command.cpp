#include <cstdio>
#include <fstream>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "catalog/games.h"
#include "study/puzzles.h"

namespace partita::apps {

namespace {

struct PuzzleOptions {
  PositionOptions where;
  study::PuzzlePlan plan;
  std::string output;
  bool quiet = false;
};

int make_puzzles(PuzzleOptions options) {
  const auto rules = given_rules(options.where);
  if (!rules) return refuse(rules.error());
  options.plan.game = options.where.game;
  options.plan.rules = *rules;
  base::StopFlag stop;
  options.plan.stop = &stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  if (!options.quiet) {
    options.plan.on_progress = [](int found, int tried) {
      if (tried % 10 == 0) std::fprintf(stderr, "\r%d puzzles in %d positions ", found, tried);
    };
  }
  const auto puzzles = study::find_puzzles(options.plan);
  if (!puzzles) return refuse(puzzles.error());
  if (!options.quiet) std::fputc('\n', stderr);
  std::string text;
  for (const study::Puzzle& puzzle : *puzzles) text += study::write_puzzle(puzzle);
  if (options.output.empty()) {
    std::fputs(text.c_str(), stdout);
    return kExitFine;
  }
  std::ofstream out(options.output, std::ios::trunc);
  out << text;
  out.close();
  return out ? kExitFine : refuse("cannot write " + options.output);
}

}  // namespace

Action add_puzzles_command(Arguments& app) {
  auto options = std::make_shared<PuzzleOptions>();
  add_game_options(app, options->where);
  app.add_option("--count", options->plan.count, "how many")->check(Range{1, 100000})->capture_default_str();
  app.add_option("--seed", options->plan.seed, "other numbers give other puzzles")->capture_default_str();
  app.add_option("--plies", options->plan.least_plies, "shortest win wanted")
      ->check(Range{3, 21})
      ->capture_default_str();
  app.add_option("--nodes", options->plan.nodes, "limit of each proof")->capture_default_str();
  app.add_option("--output", options->output, "file to write; standard output without it");
  app.add_flag("--quiet", options->quiet, "no progress line");
  app.footer(
      "Looks through random games for positions in which exactly one move wins, each proven. Writes game records.\n\n"
      "Example:\n" +
      catalog::examples_of("puzzles"));
  return [options] { return make_puzzles(*options); };
}

}  // namespace partita::apps
