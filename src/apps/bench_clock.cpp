#include <algorithm>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include "apps/bench_measures.h"
#include "apps/command.h"
#include "base/clock.h"

namespace partita::apps {

namespace {

/// Threads that keep processors busy until they are told to stop.
class BusyThreads {
 public:
  explicit BusyThreads(int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([this] {
        while (!stop_.is_raised()) {
        }
      });
    }
  }
  ~BusyThreads() {
    stop_.raise();
    for (std::thread& thread : threads_) thread.join();
  }
  BusyThreads(const BusyThreads&) = delete;
  BusyThreads& operator=(const BusyThreads&) = delete;

 private:
  base::StopFlag stop_;
  std::vector<std::thread> threads_;
};

/// How long the moves took beyond their limit, in milliseconds.
void print_overruns(const MeasuredGame& row, std::vector<double> over) {
  if (over.empty()) return;
  std::sort(over.begin(), over.end());
  const auto beyond = [&](double ms) {
    return std::count_if(over.begin(), over.end(), [ms](double o) { return o > ms; });
  };
  std::printf(
      "%-10s %-14s %5zu moves  over by ms: median %6.2f  99%% %6.2f  most %6.2f   above 10: %ld  above 30: %ld\n",
      row.game.c_str(), row.rules.c_str(), over.size(), over[over.size() / 2], over[over.size() * 99 / 100],
      over.back(), static_cast<long>(beyond(10)), static_cast<long>(beyond(30)));
}

base::Parsed<base::Done> clock_of(const MeasurePlan& plan, const MeasuredGame& row, std::int64_t time_ms) {
  auto engine = make_measured_engine(plan, row, plan.threads);
  if (!engine) return engine.forward_error();
  catalog::SearchRequest request;
  request.limits.movetime_ms = time_ms;
  std::vector<double> over;
  for (std::uint64_t game = 1; static_cast<int>(over.size()) < plan.moves; ++game) {
    (*engine)->new_game();
    catalog::AnyPosition position = after_random_plies(row.game, row.rules, row.plies, game);
    for (int ply = 0; !position.is_over() && ply < 200 && static_cast<int>(over.size()) < plan.moves; ++ply) {
      const base::Stopwatch watch;
      const catalog::SearchResult result = (*engine)->search(position, request);
      over.push_back(watch.seconds() * 1000 - static_cast<double>(time_ms));
      if (auto played = position.play(result.best_move); !played) return played.forward_error();
    }
  }
  print_overruns(row, std::move(over));
  return base::Done{};
}

}  // namespace

int measure_clock(const MeasurePlan& plan) {
  const std::int64_t time_ms = plan.time_ms > 0 ? plan.time_ms : 20;
  const BusyThreads busy(plan.busy);
  for (const MeasuredGame& row : measured_games(plan, &game::Profile::clock)) {
    const auto done = clock_of(plan, row, time_ms);
    if (!done) return refuse(done.error());
  }
  return kExitFine;
}

}  // namespace partita::apps
