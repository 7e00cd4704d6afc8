#include "apps/bench_measures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <vector>

#include "apps/command.h"
#include "base/clock.h"
#include "base/option.h"
#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "study/engine.h"

namespace partita::apps {

namespace {

/// What a search took: by the clock on the wall, and of all processors together.
struct Spent {
  double seconds = 0;
  double processor_seconds = 0;
};

/// Searches with a new engine, so that nothing is known beforehand.
base::Parsed<Spent> time_search(const MeasurePlan& plan, const MeasuredGame& row, const catalog::AnyPosition& position,
                                int threads, const search::Limits& limits, catalog::SearchResult& result) {
  auto engine = make_measured_engine(plan, row, threads);
  if (!engine) return engine.forward_error();
  catalog::SearchRequest request;
  request.limits = limits;
  const base::Stopwatch watch;
  const std::clock_t start = std::clock();
  result = (*engine)->search(position, request);
  return Spent{watch.seconds(), static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC};
}

/// Positions that are decided soon say nothing about speed; `use` gets the others with the search that found them open.
template <class Use>
base::Parsed<base::Done> for_open_positions(const MeasurePlan& plan, const MeasuredGame& row, std::int64_t time_ms,
                                            Use&& use) {
  search::Limits limits;
  limits.movetime_ms = time_ms;
  int used = 0;
  for (std::uint64_t seed = 1; used < plan.positions && seed <= 20 * static_cast<std::uint64_t>(plan.positions);
       ++seed) {
    const catalog::AnyPosition position = after_random_plies(row.game, row.rules, row.plies, seed);
    catalog::SearchResult result;
    const auto spent = time_search(plan, row, position, plan.threads, limits, result);
    if (!spent) return spent.forward_error();
    if (spent->seconds * 1000 < 0.8 * static_cast<double>(time_ms) || result.depth < 2) continue;
    ++used;
    if (auto done = use(position, result, *spent); !done) return done;
  }
  return base::Done{};
}

/// The mean of values and how far from it the true one may lie, at 95%.
struct Spread {
  double mean = 0;
  double error = 0;
};
Spread spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() < 2 ? 0 : 1.96 * std::sqrt(squares / (count - 1) / count)};
}

}  // namespace

base::Parsed<std::unique_ptr<catalog::AnyEngine>> make_measured_engine(const MeasurePlan& plan, const MeasuredGame& row,
                                                                       int threads) {
  catalog::EngineSpec spec{row.preset, {{"threads", std::to_string(threads)}, {"seed", "1"}}};
  auto switches = base::read_values(plan.switches);
  if (!switches) return switches.error_at("--switches");
  for (const auto& [name, value] : *switches) spec.overrides[name] = value;
  return study::make_engine(row.game, *base::read_values(row.rules), spec);
}

std::vector<MeasuredGame> measured_games(const MeasurePlan& plan,
                                         std::vector<game::TimedRow> game::Profile::*measurement) {
  std::vector<MeasuredGame> rows;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (!is_wanted(plan, game.name)) continue;
    for (const game::TimedRow& row : (*game.profile).*measurement) {
      rows.push_back({game.name, std::string(row.rules), std::string(row.preset), row.plies});
    }
  }
  return rows;
}

catalog::AnyPosition after_random_plies(std::string_view game, std::string_view rules, int plies, std::uint64_t seed) {
  auto position = catalog::AnyPosition::initial(game, *base::read_values(rules));
  base::Random random(seed);
  for (int tries = 0; position->ply() < plies && tries < 10 * plies; ++tries) {
    const auto moves = position->legal_moves();
    static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    if (position->is_over()) position->undo();
  }
  return *position;
}

int measure_rate(const MeasurePlan& plan) {
  const std::int64_t time_ms = plan.time_ms > 0 ? plan.time_ms : 1000;
  for (const MeasuredGame& row : measured_games(plan, &game::Profile::rate)) {
    std::vector<double> rates;
    std::vector<int> depths;
    const auto done = for_open_positions(plan, row, time_ms, [&](const auto&, const auto& result, const Spent& spent) {
      rates.push_back(static_cast<double>(result.nodes) / spent.processor_seconds * plan.threads / 1e6);
      depths.push_back(result.depth);
      return base::Parsed<base::Done>(base::Done{});
    });
    if (!done) return refuse(done.error());
    if (rates.empty()) continue;
    std::sort(rates.begin(), rates.end());
    std::sort(depths.begin(), depths.end());
    std::printf(
        "%-10s %-14s %2zu positions  M nodes/s: least %5.2f  median %5.2f  most %5.2f   depth: least %d  median %d\n",
        row.game.c_str(), row.rules.c_str(), rates.size(), rates.front(), rates[rates.size() / 2], rates.back(),
        depths.front(), depths[depths.size() / 2]);
  }
  return kExitFine;
}

int measure_threads(const MeasurePlan& plan) {
  const std::int64_t time_ms = plan.time_ms > 0 ? plan.time_ms : 400;
  for (const MeasuredGame& row : measured_games(plan, &game::Profile::rate)) {
    std::vector<catalog::AnyPosition> positions;
    std::vector<int> depths;
    const auto done =
        for_open_positions(plan, row, time_ms, [&](const auto& position, const auto& found, const Spent&) {
          positions.push_back(position);
          depths.push_back(found.depth);
          return base::Parsed<base::Done>(base::Done{});
        });
    if (!done) return refuse(done.error());
    if (positions.empty()) continue;
    // One depth for all: where each had the last one that a single thread reached in time, its lucky searches were
    // chosen.
    std::sort(depths.begin(), depths.end());
    search::Limits limits;
    limits.depth = depths[depths.size() / 2];
    std::vector<double> logs;
    for (const catalog::AnyPosition& position : positions) {
      catalog::SearchResult result;
      const auto one = time_search(plan, row, position, 1, limits, result);
      const auto two = time_search(plan, row, position, 2, limits, result);
      if (!one || !two) return refuse((!one ? one : two).error());
      logs.push_back(std::log(one->seconds / two->seconds));
    }
    const Spread spread = spread_of(logs);
    std::printf(
        "%-10s %-14s %2zu positions  two threads reach depth %d %.2f times as fast as one (geometric mean; 95%%: %.2f "
        "to %.2f)\n",
        row.game.c_str(), row.rules.c_str(), logs.size(), limits.depth, std::exp(spread.mean),
        std::exp(spread.mean - spread.error), std::exp(spread.mean + spread.error));
  }
  return kExitFine;
}

}  // namespace partita::apps
