// What training games are played for: rules under which a network sees something.
#include "learn/training_games.h"

#include <gtest/gtest.h>

#include <set>

#include "catalog/games.h"
#include "learn/network_match.h"
#include "study/engine.h"

namespace partita::learn {
namespace {

std::size_t words(const char* game, const base::OptionValues& rules) {
  return words_of_inputs(**catalog::find_game(game), rules);
}

TEST(TrainingGames, AreRefusedWhereANetworkWouldSeeNothing) {
  EXPECT_EQ(words("omega", {{"side", "5"}}), 0U) << "its networks see planes, and learn/zero.py teaches them";
  EXPECT_EQ(words("tafl", {{"rules", "none"}}), 0U);
  for (const char* rules : {"ashton", "mcgill", "brandubh", "linnaean", "fetlar", "copenhagen"}) {
    EXPECT_EQ(words("tafl", {{"rules", rules}}), 14U) << rules;
  }
}

/// Where each ply of an opening is made by one seat's chance, the other seat plays the same in answer to the same
/// moves.
TEST(Openings, OnlyTheSeatThatIsNamedMovesAtRandom) {
  const base::OptionValues rules{{"rules", "copenhagen"}};
  const auto start = *catalog::AnyPosition::initial("tafl", rules);
  const auto engine = study::make_engine("tafl", rules, *catalog::read_engine_spec("partita-classic,hash_mb=1"));
  OpeningPlan plan{8, 8, 1, 0};
  std::set<std::string> firsts;
  std::set<std::string> seconds;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    base::Random random(seed);
    const auto opening = make_opening(start, plan, **engine, 1000, 0, random);
    ASSERT_EQ(opening.moves().size(), 8u);
    firsts.insert(std::string(opening.moves()[0]));
    seconds.insert(std::string(opening.moves()[1]));
  }
  EXPECT_EQ(firsts.size(), 1u) << "the attackers' answer to the start is a search's";
  EXPECT_GT(seconds.size(), 6u) << "the defenders' moves are drawn";
}

TEST(NetworkMatch, ASequentialTestEndsWhatIsDecided) {
  const auto game = *catalog::find_game("tafl");
  const base::OptionValues rules{{"rules", "brandubh"}};
  MatchPlan plan;
  plan.first = *catalog::read_engine_spec("partita-classic,hash_mb=1");
  plan.second = *catalog::read_engine_spec("random");
  plan.limits.nodes = 300;
  plan.pairs = 200;
  plan.sprt = base::SprtBounds{};
  plan.sprt->elo1 = 100;
  const auto count = play_match(
      *game, rules, plan, [](const MatchCount&) {}, nullptr);
  ASSERT_TRUE(count) << count.error();
  EXPECT_LT(count->games(), 200) << "of 400: a random player is soon found out";
  EXPECT_GT(count->share(), 0.9);
  EXPECT_EQ(base::verdict(base::log_likelihood_ratio(count->pairs, *plan.sprt), *plan.sprt),
            base::SprtVerdict::kAcceptsElo1);
}

}  // namespace
}  // namespace partita::learn
