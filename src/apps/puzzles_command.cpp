#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "catalog/games.h"
#include "record/game_files.h"
#include "study/puzzle_check.h"
#include "study/puzzle_records.h"
#include "study/puzzles.h"

namespace partita::apps {

namespace {

struct PuzzleOptions {
  PositionOptions where;
  study::PuzzlePlan plan;
  std::string output;
  bool quiet = false;
  std::vector<std::string> merged;  ///< files that are read instead of looking for new ones
  int course = 0;
  std::vector<std::string> checked;  ///< files whose puzzles are proven again, and nothing is written
  std::uint64_t nodes = 0;           ///< 0: as many as the work at hand wants
};

base::Parsed<std::vector<study::Puzzle>> read_puzzle_files(const std::vector<std::string>& files) {
  std::vector<study::Puzzle> puzzles;
  for (const std::string& file : files) {
    auto read = study::read_puzzle_file(file);
    if (!read) return read.forward_error();
    puzzles.insert(puzzles.end(), read->begin(), read->end());
  }
  return puzzles;
}

int write_puzzles(const std::vector<study::Puzzle>& puzzles, const std::string& output) {
  std::string text;
  for (const study::Puzzle& puzzle : puzzles) text += study::write_puzzle(puzzle);
  if (output.empty() || output == "-") {
    std::fputs(text.c_str(), stdout);
    return kExitFine;
  }
  const auto written = record::write_file(output, text);
  return written ? kExitFine : refuse(written.error());
}

/// Nodes of each question when puzzles are checked; more than what found them, for another table forgets other things.
std::uint64_t nodes_of_check(const PuzzleOptions& options) {
  constexpr std::uint64_t kCheckNodes = 200'000;
  return options.nodes > 0 ? options.nodes : kCheckNodes;
}

/// Puzzles of files proven again: the table, and the ones that are kept.
base::Parsed<study::CheckedPuzzles> check_files(const std::vector<std::string>& files, const PuzzleOptions& options) {
  const auto read = read_puzzle_files(files);
  if (!read) return read.forward_error();
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  const auto total = static_cast<int>(read->size());
  auto checked = study::check_puzzles(*read, nodes_of_check(options), &stop, [&](int kept, int seen) {
    if (!options.quiet && seen % 10 == 0) std::fprintf(stderr, "\r%d kept of %d, %d in all ", kept, seen, total);
  });
  if (!options.quiet) std::fputc('\n', stderr);
  if (interruptible.is_interrupted()) return base::Error{"interrupted; nothing is written"};
  return checked;
}

int check_puzzles(const PuzzleOptions& options) {
  const auto checked = check_files(options.checked, options);
  if (!checked) return refuse(checked.error());
  std::fputs(study::checked_table(*checked).c_str(), stdout);
  return kExitFine;
}

/// Puzzles of files proven again, tagged, those of the course marked.
int merge_puzzles(const PuzzleOptions& options) {
  auto checked = check_files(options.merged, options);
  if (!checked) return refuse(checked.error());
  if (options.course > 0) study::make_course(checked->kept, options.course);
  if (!options.quiet) std::fputs(study::checked_table(*checked).c_str(), stderr);
  return write_puzzles(checked->kept, options.output);
}

int make_puzzles(PuzzleOptions options) {
  const auto rules = given_rules(options.where);
  if (!rules) return refuse(rules.error());
  options.plan.game = options.where.game;
  if (options.nodes > 0) options.plan.nodes = options.nodes;
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
  return write_puzzles(*puzzles, options.output);
}

}  // namespace

Action add_puzzles_command(Arguments& app) {
  auto options = std::make_shared<PuzzleOptions>();
  add_game_options(app, options->where);
  app.add_option("--count", options->plan.count, Range{1, 100000}, "how many");
  app.add_option("--seed", options->plan.seed, "other numbers give other puzzles");
  app.add_option("--plies", options->plan.least_plies, Range{1, 21},
                 "shortest win wanted; 1: wins at once and no others");
  app.add_option("--nodes", options->nodes, "limit of each proof; 20000, of --check and --merge 200000, if not given");
  app.add_output("--output", options->output, "file to write; standard output without it", Outputs::Kind::kDocument);
  app.add_option("--merge", options->merged,
                 "instead: prove the puzzles of these files again, drop images, say how each is won");
  app.add_option("--check", options->checked,
                 "instead: prove the puzzles of these files again and say how many are kept and dropped");
  app.add_option("--course", options->course, Range{1, 1000},
                 "of --merge: so many of them, from easy to hard, become the exercises");
  app.add_flag("--quiet", options->quiet, "no progress line");
  app.footer(
      "Looks through random games for positions that are won by force, each proven. Writes game records.\n\n"
      "Example:\n" +
      catalog::examples_of("puzzles"));
  return [options] {
    if (!options->checked.empty()) return check_puzzles(*options);
    return options->merged.empty() ? make_puzzles(*options) : merge_puzzles(*options);
  };
}

}  // namespace partita::apps
