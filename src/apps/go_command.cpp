#include <cstdio>
#include <memory>
#include <string>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "study/engine.h"

namespace partita::apps {

namespace {

struct GoOptions {
  PositionOptions where;
  catalog::Limits limits;
  std::string only;
  std::uint64_t seed = 0;  ///< 0: not given
};

constexpr std::int64_t kDefaultTimeMs = 3000;

std::string score_text(const catalog::ScoreReport& score) {
  std::string text = std::to_string(score.value);
  if (score.distance && *score.distance > 0) text = "win " + std::to_string(*score.distance);
  if (score.distance && *score.distance < 0) text = "loss " + std::to_string(-*score.distance);
  if (score.distance && *score.distance == 0) text = "draw";
  if (score.bound == catalog::ScoreReport::Bound::kLower) text = ">=" + text;
  if (score.bound == catalog::ScoreReport::Bound::kUpper) text = "<=" + text;
  return text;
}

void print_header() {
  std::printf("%5s %8s %12s %5s %9s %14s %12s  %s\n", "depth", "seldepth", "score", "win%", "time ms", "nodes",
              "nodes/s", "line");
}

void print_line(const catalog::LineReport& line) {
  std::printf("%5d %8d %12s %5.1f %9lld %14s %12s  %s\n", line.depth, line.seldepth, score_text(line.score).c_str(),
              100 * (line.score.win + line.score.draw / 2), static_cast<long long>(line.time_ms),
              base::with_thousands(line.nodes).c_str(), base::with_thousands(line.nps).c_str(),
              base::join(line.pv, " ").c_str());
  std::fflush(stdout);
}

/// Moves separated by commas or white space, each checked.
base::Parsed<std::vector<std::string>> read_only_moves(const catalog::AnyPosition& position, std::string text) {
  for (char& c : text) {
    if (c == ',') c = ' ';
  }
  std::vector<std::string> moves;
  for (const std::string_view word : base::words(text)) {
    catalog::AnyPosition copy = position;
    auto played = copy.play(word);
    if (!played) return played.error_at("--only");
    moves.push_back(*played);
  }
  if (moves.empty() && !text.empty()) return base::Error{"--only: expected a move"};
  return moves;
}

int search_once(const GoOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  if (position->is_over()) return refuse("the game is over: " + position->ending().reason);
  const auto spec = catalog::read_engine_spec(options.where.preset);
  if (!spec) return refuse(spec.error());
  const std::uint64_t seed = options.seed != 0 ? options.seed : base::fresh_seed();
  auto engine = study::make_engine(options.where.game, position->rules(),
                                   study::with_known_proofs(options.where.game, with_seed(*spec, seed)));
  if (!engine) return refuse(engine.error());
  auto only = read_only_moves(*position, options.only);
  if (!only) return refuse(only.error());

  catalog::SearchRequest request;
  request.limits = options.limits;
  if (request.limits.depth == 0 && request.limits.nodes == 0 && request.limits.movetime_ms == 0)
    request.limits.movetime_ms = kDefaultTimeMs;
  request.only_moves = std::move(*only);
  request.on_line = print_line;
  print_header();
  base::StopFlag stop;
  request.stop = &stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  const catalog::SearchResult result = (*engine)->search(*position, request);
  if (options.seed == 0 && spec->overrides.count("seed") == 0) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  }
  if (!result.note.empty()) std::printf("note %s\n", result.note.c_str());
  if (result.table) std::printf("table %s\n", table_text(*result.table).c_str());
  std::printf("nodes %llu time %lld ms\nbestmove %s\n", static_cast<unsigned long long>(result.nodes),
              static_cast<long long>(result.time_ms), result.best_move.c_str());
  return kExitFine;
}

}  // namespace

Action add_go_command(Arguments& app) {
  auto options = std::make_shared<GoOptions>();
  add_position_options(app, options->where);
  add_preset_option(app, options->where);
  app.add_option("--depth", options->limits.depth, Range{1, 200}, "plies");
  app.add_option("--time", options->limits.movetime_ms, Range{1, 86'400'000},
                 "milliseconds (3000 if no limit is given)");
  app.add_option("--nodes", options->limits.nodes, "positions visited");
  app.add_option("--lines", options->limits.lines, Range{1, 100}, "how many best moves to show");
  app.add_option("--only", options->only, "search these moves alone");
  app.add_option("--seed", options->seed, Range{1, base::kSeedEnd - 1},
                 "seed of the engine's random choices: the same number, the same choices; fresh without it, and told");
  app.footer(
      "Searches one position and prints a row for each finished depth, and the move.\n\n"
      "Examples:\n" +
      catalog::examples_of("go"));
  return [options] { return search_once(*options); };
}

}  // namespace partita::apps
