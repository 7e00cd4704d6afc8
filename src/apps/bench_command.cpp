#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "apps/bench_measures.h"
#include "apps/command.h"
#include "base/clock.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "study/engine.h"

namespace partita::apps {

namespace {

base::Parsed<std::uint64_t> search_row(const std::string& game, const game::BenchRow& row) {
  std::uint64_t nodes = 0;
  base::Stopwatch watch;
  for (const int plies : row.plies) {
    const catalog::AnyPosition position =
        after_random_plies(game, row.rules, plies, static_cast<std::uint64_t>(plies) + 1);
    auto engine =
        study::make_engine(game, position.rules(), {std::string(row.preset), {{"threads", "1"}, {"seed", "1"}}});
    if (!engine) return engine.forward_error();
    catalog::SearchRequest request;
    request.limits.depth = row.depth;
    nodes += (*engine)->search(position, request).nodes;
  }
  std::printf("%-10s %-18s depth %2d  %13s nodes  %7.2f s  %6.2f M nodes/s\n", game.c_str(),
              std::string(row.rules).c_str(), row.depth, base::with_thousands(nodes).c_str(), watch.seconds(),
              static_cast<double>(nodes) / watch.seconds() / 1e6);
  return nodes;
}

/// Plain play and retract, every move really made: perft to a depth of a second or so.
void print_speed(const catalog::GameEntry& game, const game::SpeedRow& row) {
  const auto position = catalog::AnyPosition::initial(game.name, *base::read_values(row.rules));
  std::uint64_t moves = 0;
  for (int depth = 1; depth < row.depth; ++depth) moves += game.perft(position->model(), depth, nullptr).leaves;
  // The processor's time, so that what else runs on the machine does not count.
  const std::clock_t start = std::clock();
  moves += game.perft(position->model(), row.depth, nullptr).leaves;
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%-10s %-18s depth %2d  %6.1f M moves/s\n", game.name.c_str(), std::string(row.rules).c_str(), row.depth,
              static_cast<double>(moves) / seconds / 1e6);
}

int run_speed(const MeasurePlan& plan) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (!is_wanted(plan, game.name)) continue;
    for (const game::SpeedRow& row : game.profile->speed) print_speed(game, row);
  }
  return kExitFine;
}

int run_bench(const MeasurePlan& plan) {
  std::uint64_t total = 0;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (!is_wanted(plan, game.name)) continue;
    for (const game::BenchRow& row : game.profile->bench) {
      const auto nodes = search_row(game.name, row);
      if (!nodes) return refuse(nodes.error());
      total += *nodes;
    }
  }
  // The signature that commits carry is that of all games.
  const std::string of = plan.game.empty() ? "" : " of " + plan.game;
  std::printf("Bench%s: %llu\n", of.c_str(), static_cast<unsigned long long>(total));
  return kExitFine;
}

struct Choice {
  bool speed = false;
  bool rate = false;
  bool threads = false;
  bool clock = false;
  bool evaluations = false;
  MeasurePlan plan;
};

/// A new game may have nothing to measure yet: no number is better than 0.
bool has_rows(const Choice& choice) {
  const auto game = catalog::find_game(choice.plan.game);
  if (!game) return true;
  if (choice.evaluations) return static_cast<bool>((*game)->policy_inputs);
  const catalog::Profile& profile = *(*game)->profile;
  if (choice.rate || choice.threads) return !profile.rate.empty();
  if (choice.clock) return !profile.clock.empty();
  return choice.speed ? !profile.speed.empty() : !profile.bench.empty();
}

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const catalog::GameEntry& game : catalog::all_games()) names.push_back(game.name);
  return names;
}

}  // namespace

Action add_bench_command(Arguments& app) {
  auto choice = std::make_shared<Choice>();
  app.add_flag("--speed", choice->speed, "instead, how fast moves are made and taken back");
  app.add_flag("--rate", choice->rate, "instead, nodes a second of processor time and depth of searches of a second");
  app.add_flag("--threads-ratio", choice->threads, "instead, how much sooner two threads reach a depth than one");
  app.add_flag("--clock", choice->clock, "instead, how far moves of 20 ms overrun their time");
  app.add_flag("--evaluations", choice->evaluations, "instead, how many positions policy networks value in a second");
  app.add_option("--game", choice->plan.game, OneOf{names_of_games()}, "this game alone");
  app.add_option("--switches", choice->plan.switches, "switches laid over the preset, as in 'hash_mb=16,iir=off'");
  app.add_option("--positions", choice->plan.positions, Range{1, 1000}, "positions a game (--rate, --threads-ratio)");
  app.add_option("--time", choice->plan.time_ms, Range{1, 60'000}, "milliseconds a search");
  app.add_option("--moves", choice->plan.moves, Range{1, 1'000'000}, "moves a game (--clock)");
  app.add_option("--busy", choice->plan.busy, Range{0, 256},
                 "threads that only keep the processor busy meanwhile (--clock)");
  app.add_option("--threads", choice->plan.threads, Range{1, 256}, "threads of the search (--rate, --clock)");
  app.footer(
      "Searches fixed positions of every game to fixed depths on one thread. The last line is the number of nodes: "
      "the\n"
      "same on every machine, and different as soon as search, evaluation or rules change.\n\n"
      "Examples:\n  partita bench\n  partita bench --speed\n" +
      catalog::examples_of("bench") +
      "\n"
      "  partita bench --threads-ratio\n"
      "  partita bench --evaluations\n"
      "  partita bench --clock --busy 2");
  return [choice] {
    if (!has_rows(*choice)) return refuse("the profile of " + choice->plan.game + " names nothing to measure so");
    if (choice->rate) return measure_rate(choice->plan);
    if (choice->threads) return measure_threads(choice->plan);
    if (choice->evaluations) return measure_evaluations(choice->plan);
    if (choice->clock) return measure_clock(choice->plan);
    return choice->speed ? run_speed(choice->plan) : run_bench(choice->plan);
  };
}

}  // namespace partita::apps
