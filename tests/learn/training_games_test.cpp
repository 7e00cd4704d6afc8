// What training games are played for: rules under which a network sees something.
#include "learn/training_games.h"

#include <gtest/gtest.h>

#include "catalog/games.h"

namespace partita::learn {
namespace {

std::size_t words(const char* game, const base::OptionValues& rules) {
  return words_of_inputs(**catalog::find_game(game), rules);
}

TEST(TrainingGames, AreRefusedWhereANetworkWouldSeeNothing) {
  EXPECT_EQ(words("omega", {{"side", "5"}}), 24U);
  EXPECT_EQ(words("omega", {{"side", "10"}}), 0U);
  EXPECT_EQ(words("omega", {{"side", "5"}, {"players", "3"}}), 0U);
  EXPECT_EQ(words("omega", {{"side", "99"}}), 0U);
  for (const char* rules : {"ashton", "mcgill", "brandubh", "linnaean", "fetlar", "copenhagen"}) {
    EXPECT_EQ(words("tafl", {{"rules", rules}}), 14U) << rules;
  }
}

}  // namespace
}  // namespace partita::learn
