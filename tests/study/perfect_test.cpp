// The preset that plays from the shipped strategy.
#include <gtest/gtest.h>

#include "base/data_files.h"
#include "base/random.h"
#include "catalog/any_engine.h"
#include "study/engine.h"
#include "study/shipped_strategies.h"

namespace partita::study {
namespace {

constexpr catalog::Seat kBlack = 1;
const base::OptionValues kPerfectRules = {{"side", "10"}};

TEST(Perfect, WinsEveryGameAsBlackFromTheStrategyAlone) {
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  ASSERT_TRUE(engine.ok()) << engine.error();
  catalog::SearchRequest request;
  request.limits.depth = 1;  // where the strategy is missing, the test fails and does not think for ever
  base::Random random(11);
  for (int game = 0; game < 20; ++game) {
    auto position = catalog::AnyPosition::initial("andantino", kPerfectRules);
    while (!position->is_over()) {
      const auto moves = position->legal_moves();
      std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position->to_move() == kBlack) {
        const catalog::SearchResult result = (*engine)->search(*position, request);
        ASSERT_EQ(result.note, "certificate") << position->text();
        move = result.best_move;
      }
      ASSERT_TRUE(position->play(move).ok());
    }
    EXPECT_EQ(position->ending().winner(), kBlack);
  }
}

TEST(Perfect, ThinksForItselfWhereThereIsNoStrategy) {
  for (const char* side : {"10", "5"}) {
    auto engine = make_engine("andantino", {{"side", side}}, {std::string(kPerfectPreset), {}});
    ASSERT_TRUE(engine.ok());
    catalog::SearchRequest request;
    request.limits.depth = 2;
    // White to move: nothing is proven for White.
    const auto start = catalog::AnyPosition::initial("andantino", {{"side", side}});
    const catalog::SearchResult result = (*engine)->search(*start, request);
    EXPECT_NE(result.note, "certificate");
    EXPECT_FALSE(result.best_move.empty());
  }
}

TEST(Perfect, ThinksForItselfOffTheStrategy) {
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  const auto strategy =
      shipped_strategy("andantino", catalog::AnyPosition::initial("andantino", kPerfectRules)->rules());
  ASSERT_TRUE(engine.ok() && strategy);
  base::Random random(12);
  int off = 0;
  for (int game = 0; game < 40; ++game) {
    // Both play at random: Black soon is where its strategy would not have led.
    auto position = catalog::AnyPosition::initial("andantino", kPerfectRules);
    while (position->ply() < 7) {
      const auto moves = position->legal_moves();
      ASSERT_TRUE(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    catalog::SearchRequest request;
    request.limits.depth = 2;
    const bool is_covered = strategy->reply(*position).has_value();
    const catalog::SearchResult result = (*engine)->search(*position, request);
    EXPECT_EQ(result.note == "certificate", is_covered) << position->text();
    EXPECT_TRUE(position->play(result.best_move).ok());
    off += is_covered ? 0 : 1;
  }
  EXPECT_GT(off, 10);
}

TEST(Perfect, MissingFilesAreNoStrategy) {
  EXPECT_EQ(base::shipped_file("certificates/no-such-file"), "");
  EXPECT_EQ(shipped_strategy("andantino", {{"rules", "standard"}, {"side", "4"}}), nullptr);
}

}  // namespace
}  // namespace partita::study
