#include "learn/network_match.h"

#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>
#include <vector>

#include "base/random.h"
#include "study/engine.h"

namespace partita::learn {

namespace {

struct Pair {
  std::unique_ptr<catalog::AnyEngine> first;
  std::unique_ptr<catalog::AnyEngine> second;
};

/// The share of the point that the first engine, on `seat`, wins; in twelfths.
int play_one(catalog::AnyPosition position, std::size_t seat, Pair& engines, const MatchPlan& plan) {
  engines.first->new_game();
  engines.second->new_game();
  for (;;) {
    if (const catalog::Ending ending = position.ending(); ending.over) return ending.payoff[seat];
    if (static_cast<int>(position.moves().size()) >= plan.most_plies) return game::kPoint / 2;
    catalog::AnyEngine& mover = position.to_move() == seat ? *engines.first : *engines.second;
    catalog::SearchRequest request;
    request.limits = plan.limits;
    const auto played = position.play(mover.search(position, request).best_move);
    if (!played) return position.to_move() == seat ? 0 : game::kPoint;  // an illegal move loses
  }
}

catalog::AnyPosition opening_of(int pair, const catalog::AnyPosition& start, Pair& engines, const MatchPlan& plan) {
  constexpr int kMostTries = 200;
  constexpr std::uint64_t kJudgeNodes = 20'000;
  base::Random random(base::mix64(plan.seed) ^ base::mix64(static_cast<std::uint64_t>(pair)));
  catalog::AnyEngine& judge = plan.first_judges ? *engines.first : *engines.second;
  return make_opening(start, plan.opening, judge, kJudgeNodes, kMostTries, random);
}

base::Parsed<Pair> make_pair_of_engines(const catalog::GameEntry& game, const base::OptionValues& rules,
                                        const MatchPlan& plan) {
  auto first = study::make_engine(game.name, rules, plan.first);
  if (!first) return first.forward_error();
  auto second = study::make_engine(game.name, rules, plan.second);
  if (!second) return second.forward_error();
  return Pair{std::move(*first), std::move(*second)};
}

}  // namespace

double MatchCount::share() const {
  return games() == 0 ? 0.5 : (won[0] + won[1] + 0.5 * (drawn[0] + drawn[1])) / games();
}

base::Parsed<MatchCount> play_match(const catalog::GameEntry& game, const base::OptionValues& rules,
                                    const MatchPlan& plan, const std::function<void(const MatchCount&)>& progress,
                                    const base::StopFlag* stop) {
  const auto start = catalog::AnyPosition::initial(game.name, rules);
  if (!start) return start.forward_error();
  std::vector<Pair> engines;
  for (int i = 0; i < plan.threads; ++i) {
    auto pair = make_pair_of_engines(game, rules, plan);
    if (!pair) return pair.forward_error();
    engines.push_back(std::move(*pair));
  }
  MatchCount count;
  std::mutex mutex;
  std::atomic<int> next{0};
  const auto play_share = [&](Pair& pair) {
    for (int number = next++; number < 2 * plan.pairs; number = next++) {
      if (stop != nullptr && stop->is_raised()) return;
      const auto seat = static_cast<std::size_t>(number % 2);
      const int points = play_one(opening_of(number / 2, *start, pair, plan), seat, pair, plan);
      const std::lock_guard lock(mutex);
      ++(points == game::kPoint ? count.won : points == 0 ? count.lost : count.drawn)[seat];
      progress(count);
    }
  };
  std::vector<std::thread> threads;
  for (Pair& pair : engines) threads.emplace_back([&] { play_share(pair); });
  for (std::thread& thread : threads) thread.join();
  return count;
}

EloEstimate estimate_elo(const MatchCount& count) {
  const double share = count.share();
  const double games = count.games();
  if (games == 0 || share <= 0 || share >= 1) return {};
  const auto elo_of = [](double s) { return -400 * std::log10(1 / s - 1); };
  const double wins = (count.won[0] + count.won[1]) / games;
  const double draws = (count.drawn[0] + count.drawn[1]) / games;
  const double variance =
      wins * (1 - share) * (1 - share) + draws * (0.5 - share) * (0.5 - share) + (1 - wins - draws) * share * share;
  const double slope = 400 / (std::log(10.0) * share * (1 - share));
  return {elo_of(share), 1.96 * std::sqrt(variance / games) * slope, true};
}

}  // namespace partita::learn
