#include "lab/node_counts.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/text.h"
#include "study/engine.h"

namespace partita::lab {

namespace {

/// What a slow engine of ours visits in a second on an old machine: Hex's alpha-beta visits 34,000 here, Andantino's
/// and Tablut's ten times as many. What is not needed of the time is left to the matches.
constexpr double kNodesPerSecond = 50'000;
constexpr double kSimulationsPerSecond = 2'000;
/// A variant that needs more than this many times the base's nodes is told as "at least".
constexpr std::uint64_t kCapFactor = 6;
/// The plan has room for so many positions even if every variant runs into its cap.
constexpr std::uint64_t kSurePositions = 2;
constexpr std::uint64_t kPositionsOfPlayouts = 8;
constexpr std::uint64_t kLeastBaseNodes = 200;
/// Looking for the depth takes a search of each; none is begun after so many times the base's nodes.
constexpr std::uint64_t kLookingFactor = 3;
/// Positions that are as good as over say nothing of the switches.
constexpr std::uint64_t kLeastNodesOfPosition = 20;
constexpr int kDeepestCounted = 60;
constexpr int kLongestGame = 200;
constexpr int kFirstPly = 4;

/// One engine's searches, each in an engine of its own whose book is shut: what a search costs is asked, and a book's
/// answers cost nothing.
class Searcher {
 public:
  Searcher(const CountingTask& task, const base::StopFlag& stop) : task_(task), stop_(stop) {}

  base::Parsed<SearchCount> search(const catalog::AnyPosition& position, base::OptionValues changes, int depth,
                                   std::uint64_t most_nodes) {
    changes["hash_mb"] = std::to_string(std::clamp<std::uint64_t>(task_.plan.cap * kBytesPerNode >> 20, 1, 64));
    changes["own_book"] = "off";
    changes["threads"] = "1";
    const auto engine = study::make_engine(task_.game, task_.rules, {task_.preset, changes});
    if (!engine) return engine.forward_error();
    catalog::SearchRequest request;
    request.limits.depth = depth;
    request.limits.nodes = most_nodes;
    request.stop = &stop_;
    const base::Stopwatch watch;
    const auto result = (*engine)->search(position, request);
    const bool is_capped = task_.plan.has_depth && result.nodes >= most_nodes;
    SearchCount count{result.nodes, watch.seconds(), is_capped, result.best_move, 0};
    if (!result.lines.empty()) count.score = result.lines.front().score.value;
    spent_ += count.nodes;
    return count;
  }

  std::uint64_t spent() const { return spent_; }

 private:
  static constexpr std::uint64_t kBytesPerNode = 32;
  const CountingTask& task_;
  const base::StopFlag& stop_;
  std::uint64_t spent_ = 0;
};

/// The deepest search of the base that its nodes reach; depth 0 where there is none. A search that was over before its
/// depth says the same at every greater one.
base::Parsed<int> reached_depth(Searcher& searcher, const CountingPlan& plan, const catalog::AnyPosition& position) {
  int reached = 0;
  std::uint64_t nodes = 0;
  const std::uint64_t before = searcher.spent();
  for (int depth = 1; depth <= kDeepestCounted && searcher.spent() - before <= kLookingFactor * plan.base_nodes;
       ++depth) {
    const auto count = searcher.search(position, {}, depth, plan.base_nodes);
    if (!count) return count.forward_error();
    if (count->is_capped || (reached > 0 && count->nodes == nodes)) break;
    reached = depth;
    nodes = count->nodes;
  }
  return reached;
}

/// False if the position is not worth the variants' searches.
base::Parsed<bool> count_position(const CountingTask& task, Searcher& searcher, const catalog::AnyPosition& position,
                                  PositionCounts& counts) {
  if (task.plan.has_depth) {
    const auto depth = reached_depth(searcher, task.plan, position);
    if (!depth) return depth.forward_error();
    if (*depth == 0) return false;
    counts.depth = *depth;
  }
  // With the variants' own limit: an exact endgame gets a part of it.
  const auto base = searcher.search(position, {}, counts.depth, task.plan.cap);
  if (!base) return base.forward_error();
  counts.base = *base;
  if (counts.base.nodes < kLeastNodesOfPosition) return false;
  for (const base::OptionValues& changes : task.variants) {
    const auto count = searcher.search(position, changes, counts.depth, task.plan.cap);
    if (!count) return count.forward_error();
    counts.variants.push_back(*count);
  }
  return true;
}

/// Of Student's distribution, by the expansion of Cornish and Fisher; within a hundredth from four degrees of freedom
/// on.
double t_quantile(int degrees) {
  const double n = degrees;
  return 1.960 + 2.372 / n + 2.823 / (n * n) + 2.556 / (n * n * n);
}

}  // namespace

bool are_alike(const SearchCount& a, const SearchCount& b) {
  return a.nodes == b.nodes && a.best_move == b.best_move && a.score == b.score;
}

std::uint64_t CountingPlan::dearest_position(std::size_t variants) const {
  return (has_depth ? kLookingFactor + 1 : 0) * base_nodes + (1 + variants) * cap;
}

CountingPlan plan_counting(double seconds, std::size_t variants, bool is_montecarlo) {
  CountingPlan plan;
  plan.has_depth = !is_montecarlo;
  const double rate = is_montecarlo ? kSimulationsPerSecond : kNodesPerSecond;
  const auto nodes = static_cast<std::uint64_t>(seconds * rate);
  plan.base_nodes = 1;
  plan.cap = is_montecarlo ? 1 : kCapFactor;
  const std::uint64_t positions = is_montecarlo ? kPositionsOfPlayouts : kSurePositions;
  const std::uint64_t most_times = positions * plan.dearest_position(variants);
  plan.base_nodes = std::max(kLeastBaseNodes, nodes / most_times);
  plan.cap *= plan.base_nodes;
  plan.most_nodes = std::max(nodes, positions * plan.dearest_position(variants));
  return plan;
}

base::Parsed<Counts> count_nodes(const CountingTask& task, const std::vector<catalog::AnyPosition>& positions,
                                 const base::StopFlag& stop) {
  Counts counts;
  Searcher searcher(task, stop);
  const base::Stopwatch watch;
  for (const catalog::AnyPosition& position : positions) {
    if (searcher.spent() + task.plan.dearest_position(task.variants.size()) > task.plan.most_nodes) break;
    // One position is counted however slow the machine is: without one there is nothing to tell.
    counts.ran_out_of_time = !counts.positions.empty() && watch.seconds() > task.seconds;
    if (counts.ran_out_of_time || stop.is_raised()) break;
    PositionCounts at;
    const auto is_telling = count_position(task, searcher, position, at);
    if (!is_telling) return is_telling.forward_error();
    // What was broken off from outside is no count.
    if (*is_telling && !stop.is_raised()) counts.positions.push_back(std::move(at));
    if (task.on_position) task.on_position(static_cast<int>(counts.positions.size()));
  }
  counts.nodes = searcher.spent();
  return counts;
}

SamplePositions sample_positions(const std::string& game, const base::OptionValues& rules, int count) {
  SamplePositions sample;
  base::Random random(11);
  int games = 0;
  for (; games < count; ++games) {
    std::vector<catalog::AnyPosition> passed;
    auto position = catalog::AnyPosition::initial(game, rules);
    while (!position->is_over() && static_cast<int>(passed.size()) < kLongestGame) {
      passed.push_back(*position);
      const auto moves = position->legal_moves();
      static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
    }
    sample.plies_of_game += static_cast<double>(passed.size()) / count;
    if (passed.size() <= kFirstPly) continue;
    const auto chosen = kFirstPly + random.below(static_cast<std::uint32_t>(passed.size()) - kFirstPly);
    sample.positions.push_back(std::move(passed[chosen]));
  }
  return sample;
}

Spread spread_of(const Counts& counts, std::size_t variant, Cost cost) {
  Spread spread;
  double sum = 0;
  double squares = 0;
  for (const PositionCounts& at : counts.positions) {
    const SearchCount& without = at.variants[variant];
    const double ratio = cost == Cost::kNodes ? static_cast<double>(without.nodes) / static_cast<double>(at.base.nodes)
                                              : std::max(without.seconds, 1e-6) / std::max(at.base.seconds, 1e-6);
    const double logarithm = std::log(std::max(ratio, 1e-6));
    sum += logarithm;
    squares += logarithm * logarithm;
    spread.is_bound = spread.is_bound || without.is_capped;
    ++spread.positions;
  }
  if (spread.positions == 0) return spread;
  const double n = spread.positions;
  const double mean = sum / n;
  spread.mean = spread.low = spread.high = std::exp(mean);
  spread.has_interval = spread.positions >= Spread::kLeastForInterval;
  if (!spread.has_interval) return spread;
  const double variance = std::max(0.0, (squares - n * mean * mean) / (n - 1));
  const double error = t_quantile(spread.positions - 1) * std::sqrt(variance / n);
  spread.low = std::exp(mean - error);
  spread.high = std::exp(mean + error);
  return spread;
}

std::string spread_text(const Spread& spread) {
  std::string text = (spread.is_bound ? "at least " : "") + base::format("%.2f", spread.mean);
  if (spread.has_interval) text += base::format(" (%.2f to %.2f)", spread.low, spread.high);
  return text;
}

}  // namespace partita::lab
