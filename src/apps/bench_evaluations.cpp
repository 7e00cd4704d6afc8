// How many positions a policy network values in a second, by each kernel that this processor can run.
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "apps/bench_measures.h"
#include "apps/command.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/networks.h"
#include "games/hex/hex.h"
#include "games/omega/omega.h"
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

template <game::Game G>
void measure_game(const MeasurePlan& plan, const std::vector<int>& sides) {
  if (!is_wanted(plan, std::string(G::kName))) return;
  for (const int side : sides) {
    const base::OptionValues rules = {{"side", std::to_string(side)}};
    const auto network = catalog::shipped_policy_network(**catalog::find_game(G::kName), rules);
    if (!network) {
      std::printf("%-6s side %2d  no network\n", std::string(G::kName).c_str(), side);
      continue;
    }
    const auto planes = planes_of_positions<G>(*G::make_rules(rules));
    std::size_t count = 0;
    const nets::Kernel* const* kernels = nets::usable_kernels(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double rate =
          rate_of(*network, *kernels[i], G::policy_grid(side), planes, plan.time_ms > 0 ? plan.time_ms : 400);
      std::printf("%-6s side %2d  %zu blocks of %zu channels  %-12s %8s evaluations/s\n", std::string(G::kName).c_str(),
                  side, network->shape().blocks, network->shape().channels, kernels[i]->name,
                  base::with_thousands(static_cast<std::int64_t>(rate)).c_str());
    }
  }
}

}  // namespace

int measure_evaluations(const MeasurePlan& plan) {
  measure_game<games::omega::Omega>(plan, {5, 7, 10});
  measure_game<games::hex::Hex>(plan, {9, 11, 13});
  return kExitFine;
}

}  // namespace partita::apps
