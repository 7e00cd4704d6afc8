// Searches of a game with move lists of 2,500 (kit/corridor.h): 240 plies of lists and keys would take nearly 5 MiB.
// Threads often have 8 MiB, and some have less.
#include <gtest/gtest.h>

#include "game/perft.h"
#include "kit/corridor.h"
#include "search/engine.h"

namespace partita::search {
namespace {

using Forced = kit::ForcedCorridor<400>;
using Walk = kit::Corridor<230>;
static_assert(game::Game<Forced> && game::HasThreats<Forced> && game::Game<Walk>);

constexpr std::size_t kSmallStack = std::size_t{4} << 20U;

template <game::Game G>
Outcome<typename G::Move> search_deep(Switches switches, int depth, std::uint64_t nodes) {
  switches.tt = false;
  Engine<G> engine(switches, typename G::Evaluator{});
  Task<G> task;
  task.limits.depth = depth;
  task.limits.nodes = nodes;
  return engine.search(task);
}

TEST(WideGame, ALongLineFitsIntoAThreadsStack) {
  kit::run_on_stack(kSmallStack, [] { EXPECT_EQ(search_deep<Forced>({}, 100, 0).depth, 100); });
}

TEST(WideGame, SoDoesALineOfPlainMinimax) {
  Switches switches;
  switches.method = Method::kAlphaBeta;
  switches.iterative_deepening = false;
  switches.max_depth = 200;
  kit::run_on_stack(kSmallStack, [&] { EXPECT_GT(search_deep<Walk>(switches, 200, 2'000).nodes, 200U); });
}

TEST(WideGame, SoDoesMonteCarloSearch) {
  Switches switches;
  switches.method = Method::kMonteCarlo;
  kit::run_on_stack(kSmallStack, [&] { EXPECT_EQ(search_deep<Walk>(switches, 0, 3'000).best.step, 1U); });
}

TEST(WideGame, SoDoesPerft) {
  // Whoever gives up early ends the game before the depth is reached: only the last ply has a choice.
  kit::run_on_stack(kSmallStack, [] { EXPECT_EQ(game::perft<Walk>(Walk::Position{}, 150).leaves, 2U); });
}

}  // namespace
}  // namespace partita::search
