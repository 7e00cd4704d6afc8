#include "learn/network_match.h"

#include <atomic>
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
int play_one(catalog::AnyPosition position, int place, Pair& engines, const MatchPlan& plan) {
  const auto seat = static_cast<std::size_t>(place);
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

/// What the games played so far add up to.
class Results {
 public:
  explicit Results(const MatchPlan& plan) : plan_(plan), halves_(static_cast<std::size_t>(plan.pairs), -1) {}

  /// Games 2n and 2n + 1 are a pair, the first engine on seats 0 and 1; points in twelfths.
  void add(int number, int points) {
    const auto seat = static_cast<std::size_t>(number % 2);
    ++(points == game::kPoint ? count_.won : points == 0 ? count_.lost : count_.drawn)[seat];
    const int halves = points == game::kPoint ? 2 : points == 0 ? 0 : 1;
    int& other = halves_[static_cast<std::size_t>(number / 2)];
    if (other >= 0) count_.pairs.add(other + halves);
    other = halves;
  }
  bool is_decided() const {
    return plan_.sprt && base::verdict(base::log_likelihood_ratio(count_.pairs, *plan_.sprt), *plan_.sprt) !=
                             base::SprtVerdict::kGoesOn;
  }
  const MatchCount& count() const { return count_; }

 private:
  const MatchPlan& plan_;
  std::vector<int> halves_;  ///< points of the pair's game that ended first; -1: none has
  MatchCount count_;
};

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
  Results results(plan);
  std::mutex mutex;
  std::atomic<int> next{0};
  std::atomic<bool> is_decided{false};
  const auto play_share = [&](Pair& pair) {
    for (int number = next++; number < 2 * plan.pairs && !is_decided; number = next++) {
      if (stop != nullptr && stop->is_raised()) return;
      const int points = play_one(opening_of(number / 2, *start, pair, plan), number % 2, pair, plan);
      const std::lock_guard lock(mutex);
      results.add(number, points);
      is_decided = is_decided || results.is_decided();
      progress(results.count());
    }
  };
  std::vector<std::thread> threads;
  for (Pair& pair : engines) threads.emplace_back([&] { play_share(pair); });
  for (std::thread& thread : threads) thread.join();
  return results.count();
}

}  // namespace partita::learn
