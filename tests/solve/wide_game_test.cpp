// Proofs of a game with move lists of 2,500 (kit/corridor.h).
#include <gtest/gtest.h>

#include "kit/corridor.h"
#include "solve/distance.h"
#include "solve/proof_search.h"
#include "solve/strategy.h"
#include "solve/strategy_plies.h"
#include "solve/verifier.h"

namespace partita::solve {
namespace {

using Walk = kit::Corridor<230>;
constexpr std::size_t kSmallStack = std::size_t{4} << 20U;
/// What remains of such a stack where the walk is begun deep in a program.
constexpr std::size_t kSmallerStack = std::size_t{1} << 20U;

TEST(WideGame, ALongProofFitsIntoAThreadsStack) {
  kit::run_on_stack(kSmallStack, [] {
    ProofTable table(1);
    ProofShare share(table);
    ProofSearch<Walk> search(Walk::Position{}, 0, share, {});
    EXPECT_TRUE(search.run().is_proven());
    EXPECT_EQ(search.best_root_move().step, 1U);
  });
}

TEST(WideGame, SoDoesWritingAndFollowingItsStrategy) {
  Certificate certificate;
  kit::run_on_stack(kSmallStack, [&] {
    ProofTable table(1);
    StrategyWriter<Walk> writer(Walk::Position{}, 0, table);
    auto entries = writer.entries();
    ASSERT_TRUE(entries.has_value());
    certificate.entries = std::move(*entries);
  });
  ASSERT_GT(certificate.entries.size(), 100U);
  kit::run_on_stack(kSmallerStack, [&] {
    StrategyPlies<Walk> plies(certificate);
    EXPECT_EQ(plies.at(Walk::Position{}, nullptr), 230);
  });
}

TEST(WideGame, SoDoesTheSearchForTheShortestWin) {
  kit::run_on_stack(kSmallerStack, [] {
    DistanceSearch<Walk> search(Walk::Position{}, 0, {64, 100'000, nullptr});
    EXPECT_EQ(search.run().at_least, 65);
  });
}

}  // namespace
}  // namespace partita::solve
