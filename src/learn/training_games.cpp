#include "learn/training_games.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "base/random.h"
#include "study/engine.h"

namespace partita::learn {

namespace {

/// Counts of all threads, and when to end.
struct Shared {
  std::atomic<std::uint64_t> next_game{0};
  std::atomic<std::uint64_t> games{0};
  std::atomic<std::uint64_t> positions{0};
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint64_t> draws{0};
  std::atomic<bool> has_failed{false};
  base::Stopwatch watch;

  TrainingCount count() const { return {games, positions, nodes, draws, watch.seconds()}; }
};

/// One thread's engine and games.
class SelfplayThread {
 public:
  SelfplayThread(const catalog::GameEntry& game, const catalog::AnyPosition& start, const TrainingPlan& plan,
                 std::unique_ptr<catalog::AnyEngine> engine, Shared& shared)
      : game_(game), start_(start), plan_(plan), engine_(std::move(engine)), shared_(shared) {}

  /// The number of a game and the seed decide its opening; with one thread everything.
  std::vector<Sample> play(std::uint64_t number) {
    base::Random random(base::mix64(plan_.seed) ^ base::mix64(number));
    constexpr int kMostTries = 19;
    catalog::AnyPosition position = make_opening(start_, plan_.opening, *engine_, plan_.nodes, kMostTries, random);
    engine_->new_game();
    std::vector<Sample> samples;
    std::optional<int> share;  // of the point, for the viewing seat
    while (!share) {
      if (const catalog::Ending ending = position.ending(); ending.over) {
        share = ending.payoff[view(position)];
      } else if (static_cast<int>(position.moves().size()) >= plan_.most_plies) {
        share = game::kPoint / 2;
      } else {
        share = search_and_play(position, samples);
      }
    }
    for (Sample& sample : samples) sample.result = static_cast<std::uint8_t>(*share);
    if (*share != 0 && *share != game::kPoint) ++shared_.draws;
    return samples;
  }

 private:
  std::size_t view(const catalog::AnyPosition& position) const { return game_.network->view(position.model()); }

  /// The viewing seat's share if the search proved the end.
  std::optional<int> search_and_play(catalog::AnyPosition& position, std::vector<Sample>& samples) {
    catalog::SearchRequest request;
    request.limits.nodes = plan_.nodes;
    const catalog::SearchResult result = engine_->search(position, request);
    shared_.nodes += result.nodes;
    if (result.lines.empty()) {
      static_cast<void>(position.play(result.best_move));
      return std::nullopt;
    }
    const catalog::ScoreReport& score = result.lines.front().score;
    const bool is_view = position.to_move() == view(position);
    samples.push_back(make_sample(position, score, is_view));
    if (score.distance) {
      const int own = *score.distance > 0 ? game::kPoint : *score.distance < 0 ? 0 : game::kPoint / 2;
      return is_view ? own : game::kPoint - own;
    }
    static_cast<void>(position.play(result.best_move));
    return std::nullopt;
  }

  Sample make_sample(const catalog::AnyPosition& position, const catalog::ScoreReport& score, bool is_view) const {
    Sample sample;
    sample.inputs = game_.network->inputs(position.model());
    sample.head = static_cast<std::uint8_t>(game_.network->head(position.model()));
    sample.ply = static_cast<std::uint16_t>(std::min(position.ply(), 65535));
    std::int64_t value = score.value;
    if (score.distance) value = *score.distance > 0 ? kProvenValue : *score.distance < 0 ? -kProvenValue : 0;
    value = std::clamp<std::int64_t>(value, -kProvenValue, kProvenValue);
    sample.value = static_cast<std::int32_t>(is_view ? value : -value);
    return sample;
  }

  const catalog::GameEntry& game_;
  const catalog::AnyPosition& start_;
  const TrainingPlan& plan_;
  std::unique_ptr<catalog::AnyEngine> engine_;
  Shared& shared_;
};

bool is_time_up(const TrainingPlan& plan, const Shared& shared, const base::StopFlag* stop) {
  if (stop != nullptr && stop->is_raised()) return true;
  return shared.has_failed || (plan.seconds > 0 && shared.watch.seconds() >= plan.seconds);
}

void play_games(SelfplayThread& table, const TrainingPlan& plan, SampleFile& file, Shared& shared,
                const base::StopFlag* stop) {
  while (!is_time_up(plan, shared, stop)) {
    const std::uint64_t number = shared.next_game++;
    if (plan.games > 0 && number >= plan.games) return;
    const std::vector<Sample> samples = table.play(number);
    if (!file.add(samples)) shared.has_failed = true;
    ++shared.games;
    shared.positions += samples.size();
  }
}

}  // namespace

base::Parsed<TrainingCount> play_training_games(const catalog::GameEntry& game, const base::OptionValues& rules,
                                                const TrainingPlan& plan, SampleFile& file,
                                                const std::function<void(const TrainingCount&)>& progress,
                                                const base::StopFlag* stop) {
  const auto start = catalog::AnyPosition::initial(game.name, rules);
  if (!start) return start.forward_error();
  Shared shared;
  std::vector<std::unique_ptr<SelfplayThread>> tables;
  for (int i = 0; i < plan.threads; ++i) {
    auto engine = study::make_engine(game.name, rules, plan.engine);
    if (!engine) return engine.forward_error();
    tables.push_back(std::make_unique<SelfplayThread>(game, *start, plan, std::move(*engine), shared));
  }
  std::vector<std::thread> threads;
  std::atomic<int> running{plan.threads};
  for (const auto& table : tables) {
    threads.emplace_back([&, one = table.get()] {
      play_games(*one, plan, file, shared, stop);
      --running;
    });
  }
  while (running > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    progress(shared.count());
  }
  for (std::thread& thread : threads) thread.join();
  if (!file.finish() || shared.has_failed) return base::Error{"the samples could not be written"};
  return shared.count();
}

std::string about_samples(const catalog::GameEntry& game, const base::OptionValues& rules, const TrainingPlan& plan) {
  const auto start = catalog::AnyPosition::initial(game.name, rules);
  if (!start) return {};
  return "game: " + game.name + "\nrules: " + game.network->rules_name(start->model()) +
         "\ninputs: " + game.network->inputs_name(start->model()) + "\nengine: " + write_engine_spec(plan.engine) +
         "\nnodes: " + std::to_string(plan.nodes) + "\nseed: " + std::to_string(plan.seed) + "\n";
}

std::size_t words_of_inputs(const catalog::GameEntry& game, const base::OptionValues& rules) {
  if (!game.network) return 0;
  const auto start = catalog::AnyPosition::initial(game.name, rules);
  if (!start) return 0;
  const std::vector<std::uint64_t> inputs = game.network->inputs(start->model());
  const bool sees_something = std::any_of(inputs.begin(), inputs.end(), [](std::uint64_t word) { return word != 0; });
  return sees_something ? inputs.size() : 0;
}

}  // namespace partita::learn
