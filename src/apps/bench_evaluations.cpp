// How many positions a policy network values in a second, by each kernel that this processor can run.
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "apps/bench_measures.h"
#include "apps/command.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/game_list.h"
#include "catalog/games.h"
#include "catalog/networks.h"
#include "nets/convolution.h"

namespace partita::apps {

namespace {

/// The planes of positions after random plies; the game never ends in them.
template <game::Game G>
std::vector<std::vector<std::uint8_t>> planes_of_positions(const typename G::Rules& rules) {
  constexpr int kPositions = 24;
  constexpr int kMostPlies = 24;
  std::vector<std::vector<std::uint8_t>> planes(kPositions);
  base::Random random(1);
  for (auto& seen : planes) {
    auto pos = G::initial(rules);
    for (std::uint32_t plies = random.below(kMostPlies); plies > 0; --plies) {
      game::MoveList<G> moves;
      G::generate_moves(pos, moves);
      auto next = pos;
      next.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      if (!next.is_over()) pos = next;
    }
    G::policy_planes(pos, seen);
  }
  return planes;
}

/// Evaluations a second of processor time: what else runs on the machine does not count.
double rate_of(const nets::ConvolutionNetwork& network, const nets::Kernel& kernel, const nets::ConvolutionGrid& grid,
               const std::vector<std::vector<std::uint8_t>>& planes, std::int64_t time_ms) {
  nets::PolicyAndValue answer;
  std::uint64_t count = 0;
  const std::clock_t start = std::clock();
  double seconds = 0;
  do {
    for (const auto& seen : planes) network.evaluate_with(kernel, grid, seen, answer);
    count += planes.size();
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  } while (seconds * 1000 < static_cast<double>(time_ms));
  return static_cast<double>(count) / seconds;
}

template <class G>
void measure_rules(const MeasurePlan& plan, std::string_view rules_text) {
  const base::OptionValues values = *base::read_values(rules_text);
  const auto rules = *G::make_rules(values);
  const std::string board = std::string(G::kName) + " " + std::string(rules_text);
  const auto network = catalog::shipped_policy_network(**catalog::find_game(G::kName), values);
  if (!network) {
    std::printf("%-14s  no network\n", board.c_str());
    return;
  }
  const auto planes = planes_of_positions<G>(rules);
  std::size_t count = 0;
  const nets::Kernel* const* kernels = nets::usable_kernels(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double rate =
        rate_of(*network, *kernels[i], G::policy_grid(rules.side), planes, plan.time_ms > 0 ? plan.time_ms : 400);
    std::printf("%-14s  %zu blocks of %zu channels  %-12s %8s evaluations/s\n", board.c_str(), network->shape().blocks,
                network->shape().channels, kernels[i]->name,
                base::with_thousands(static_cast<std::int64_t>(rate)).c_str());
  }
}

/// On the boards on which the game's speed is measured.
template <class G>
void measure_game(const MeasurePlan& plan) {
  if constexpr (game::HasPolicy<G>) {
    if (!is_wanted(plan, std::string(G::kName))) return;
    for (const game::SpeedRow& row : G::profile().speed) measure_rules<G>(plan, row.rules);
  }
}

template <game::Game... Games>
void measure_all(const MeasurePlan& plan, catalog::GameList<Games...>) {
  (measure_game<Games>(plan), ...);
}

}  // namespace

int measure_evaluations(const MeasurePlan& plan) {
  measure_all(plan, catalog::AllGames{});
  return kExitFine;
}

}  // namespace partita::apps
