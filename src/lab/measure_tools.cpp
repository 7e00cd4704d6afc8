#include "lab/measure_tools.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include "base/pentanomial.h"
#include "base/random.h"
#include "study/engine.h"

namespace partita::lab {

base::Parsed<base::Done> in_parallel(const MeasureContext& context, std::size_t count,
                                     const std::function<base::Parsed<base::Done>(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<base::Error> failure;
  const auto fail = [&](base::Error error) {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::move(error);
    next = count;
  };
  const auto loop = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      if (context.is_over && context.is_over()) return fail({"the time is over"});
      const auto done = work(i);
      if (!done) return fail(done.forward_error());
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < context.threads; ++i) threads.emplace_back(loop);
  loop();
  for (std::thread& thread : threads) thread.join();
  if (failure) return *failure;
  return base::Done{};
}

base::Parsed<std::unique_ptr<catalog::AnyEngine>> engine_of(const std::string& game, const base::OptionValues& rules,
                                                            const std::string& spec) {
  const auto read = catalog::read_engine_spec(spec);
  if (!read) return read.forward_error();
  return study::make_engine(game, rules, *read);
}

base::Parsed<catalog::AnyPosition> random_position(const std::string& game, const base::OptionValues& rules, int plies,
                                                   std::uint64_t seed) {
  const auto start = catalog::AnyPosition::initial(game, rules);
  if (!start) return start;
  base::Random random(seed);
  constexpr int kTries = 2000;
  for (int tried = 0; tried < kTries; ++tried) {
    catalog::AnyPosition position = *start;
    for (int ply = 0; (ply < plies || !position.starts_turn()) && !position.is_over(); ++ply) {
      const auto moves = position.legal_moves();
      const auto played = position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      // A move that ends the game is taken back once; where most do, another game is begun.
      if (played && position.is_over() && position.undo()) --ply;
      if (random.below(1000) == 0) break;
    }
    if (!position.is_over() && static_cast<int>(position.moves().size()) >= plies && position.starts_turn())
      return position;
  }
  return base::Error{game + ": no game of " + std::to_string(plies) + " random plies found"};
}

catalog::Limits node_limit(std::uint64_t nodes) {
  catalog::Limits limits;
  limits.nodes = nodes;
  return limits;
}

base::Parsed<WatchedGame> watch_game(const WatchPlan& plan) {
  auto position = random_position(plan.game, plan.rules, plan.random_plies, plan.seed);
  if (!position) return position.forward_error();
  std::vector<std::unique_ptr<catalog::AnyEngine>> engines;
  for (std::size_t seat = 0; seat < plan.engines.size(); ++seat) {
    auto engine = engine_of(plan.game, plan.rules, plan.engines[seat]);
    if (!engine) return engine.forward_error();
    const auto seeded = (*engine)->set_option("seed", std::to_string(plan.seed + seat));
    if (!seeded) return seeded.forward_error();
    (*engine)->new_game();
    engines.push_back(std::move(*engine));
  }
  WatchedGame game;
  while (!position->is_over() && static_cast<int>(game.moves.size()) < plan.most_plies) {
    const auto seat = static_cast<std::size_t>(position->to_move());
    catalog::SearchRequest request;
    request.limits = plan.limits[seat];
    WatchedMove move;
    move.seat = static_cast<int>(seat);
    move.legal = static_cast<int>(position->legal_moves().size());
    const base::Stopwatch watch;
    const catalog::SearchResult result = engines[seat]->search(*position, request);
    move.microseconds = watch.microseconds();
    move.move = result.best_move;
    move.depth = result.depth;
    move.nodes = result.nodes;
    move.is_searched = !result.lines.empty();
    const auto played = position->play(result.best_move);
    if (!played) return played.error_at(plan.engines[seat]);
    game.moves.push_back(std::move(move));
  }
  game.ending = position->ending();
  return game;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double error_of(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto count = static_cast<double>(values.size());
  return base::kNormal95 * std::sqrt(squares / (count - 1) / count);
}

double quantile_of(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(std::floor(share * static_cast<double>(values.size() - 1) + 0.5));
  return values[std::min(place, values.size() - 1)];
}

double rounded(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  return std::round(value * scale) / scale;
}

const std::vector<ReportMeasure>& report_measures() {
  static const std::vector<ReportMeasure> measures = [] {
    std::vector<ReportMeasure> all;
    for (auto part : {sweere_measures(), aboukhadra_measures(), rao_measures(), rudin_measures(), trebing_measures()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return measures;
}

}  // namespace partita::lab
