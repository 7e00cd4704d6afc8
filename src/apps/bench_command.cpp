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

/// One line of the bench: a game with rules, searched by a preset to a fixed depth from positions after random plies.
struct BenchRow {
  const char* game;
  const char* rules;
  const char* preset;
  int depth;
  std::vector<int> plies;
};

const std::vector<BenchRow>& bench_rows() {
  static const std::vector<BenchRow> rows = {
      {"andantino", "side=10", "partita", 12, {2, 6, 8, 10, 14, 20}},
      {"omega", "side=5", "partita-ab", 4, {0, 8, 20, 40}},
      {"omega", "side=5,players=3", "partita-ab", 4, {0, 18, 36}},
      {"tafl", "rules=mcgill", "partita", 5, {0, 4, 10, 20}},
      {"tafl", "rules=ashton", "partita", 5, {0, 4, 10, 20}},
  };
  return rows;
}

base::Parsed<std::uint64_t> search_row(const BenchRow& row) {
  std::uint64_t nodes = 0;
  base::Stopwatch watch;
  for (const int plies : row.plies) {
    const catalog::AnyPosition position =
        after_random_plies(row.game, row.rules, plies, static_cast<std::uint64_t>(plies) + 1);
    auto engine = study::make_engine(row.game, position.rules(), {row.preset, {{"threads", "1"}, {"seed", "1"}}});
    if (!engine) return engine.forward_error();
    catalog::SearchRequest request;
    request.limits.depth = row.depth;
    nodes += (*engine)->search(position, request).nodes;
  }
  std::printf("%-10s %-18s depth %2d  %13s nodes  %7.2f s  %6.2f M nodes/s\n", row.game, row.rules, row.depth,
              base::with_thousands(static_cast<std::int64_t>(nodes)).c_str(), watch.seconds(),
              static_cast<double>(nodes) / watch.seconds() / 1e6);
  return nodes;
}

struct SpeedRow {
  const char* game;
  const char* rules;
  int depth;
};

/// Plain play and retract, every move really made: perft to a depth of a second or so.
void print_speed(const SpeedRow& row) {
  const auto game = catalog::find_game(row.game);
  const auto position = catalog::AnyPosition::initial(row.game, *base::read_values(row.rules));
  std::uint64_t moves = 0;
  for (int depth = 1; depth < row.depth; ++depth) moves += (*game)->perft(position->model(), depth, nullptr).leaves;
  // The processor's time, so that what else runs on the machine does not count.
  const std::clock_t start = std::clock();
  moves += (*game)->perft(position->model(), row.depth, nullptr).leaves;
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%-10s %-18s depth %2d  %6.1f M moves/s\n", row.game, row.rules, row.depth,
              static_cast<double>(moves) / seconds / 1e6);
}

int run_bench(bool speed) {
  if (speed) {
    for (const SpeedRow& row : {SpeedRow{"andantino", "side=10", 11},
                                {"omega", "side=5", 4},
                                {"tafl", "rules=mcgill", 4},
                                {"tafl", "rules=ashton", 4}}) {
      print_speed(row);
    }
    return kExitFine;
  }
  std::uint64_t total = 0;
  for (const BenchRow& row : bench_rows()) {
    const auto nodes = search_row(row);
    if (!nodes) return refuse(nodes.error());
    total += *nodes;
  }
  std::printf("Bench: %llu\n", static_cast<unsigned long long>(total));
  return kExitFine;
}

}  // namespace

Action add_bench_command(Arguments& app) {
  struct Choice {
    bool speed = false;
    bool rate = false;
    bool threads = false;
    bool clock = false;
    MeasurePlan plan;
  };
  auto choice = std::make_shared<Choice>();
  app.add_flag("--speed", choice->speed, "instead, how fast moves are made and taken back");
  app.add_flag("--rate", choice->rate, "instead, nodes a second of processor time and depth of searches of a second");
  app.add_flag("--threads-ratio", choice->threads, "instead, how much sooner two threads reach a depth than one");
  app.add_flag("--clock", choice->clock, "instead, how far moves of 20 ms overrun their time");
  app.add_option("--game", choice->plan.game, "measure this game alone")->check(OneOf{{"andantino", "omega", "tafl"}});
  app.add_option("--switches", choice->plan.switches, "switches laid over the preset, as in 'hash_mb=16,iir=off'");
  app.add_option("--positions", choice->plan.positions, "positions a game (--rate, --threads-ratio)")
      ->check(Range{1, 1000});
  app.add_option("--time", choice->plan.time_ms, "milliseconds a search")->check(Range{1, 60'000});
  app.add_option("--moves", choice->plan.moves, "moves a game (--clock)")->check(Range{1, 1'000'000});
  app.add_option("--busy", choice->plan.busy, "threads that only keep the processor busy meanwhile (--clock)")
      ->check(Range{0, 256});
  app.add_option("--threads", choice->plan.threads, "threads of the search (--rate, --clock)")->check(Range{1, 256});
  app.footer(
      "Searches fixed positions of every game to fixed depths on one thread. The last line is the number of nodes: "
      "the\n"
      "same on every machine, and different as soon as search, evaluation or rules change.\n\n"
      "Examples:\n  partita bench\n  partita bench --speed\n"
      "  partita bench --rate --game andantino --positions 10\n"
      "  partita bench --threads-ratio\n"
      "  partita bench --clock --busy 2");
  return [choice] {
    if (choice->rate) return measure_rate(choice->plan);
    if (choice->threads) return measure_threads(choice->plan);
    if (choice->clock) return measure_clock(choice->plan);
    return run_bench(choice->speed);
  };
}

}  // namespace partita::apps
