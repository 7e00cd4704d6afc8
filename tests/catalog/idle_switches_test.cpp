#include "catalog/idle_switches.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"

namespace partita::catalog {
namespace {

bool is_idle(const std::string& game, const std::string& name) {
  const auto idle = idle_switches(game);
  return std::find(idle.begin(), idle.end(), name) != idle.end();
}

TEST(IdleSwitches, OmegaHasNoThreatsAndTaflNoExactEndgame) {
  for (const char* name : {"static_win_test", "forced_reply_extension", "quiescence"}) {
    EXPECT_TRUE(is_idle("omega", name)) << name;
    EXPECT_FALSE(is_idle("andantino", name)) << name;
    EXPECT_FALSE(is_idle("tafl", name)) << name;
  }
  EXPECT_TRUE(is_idle("tafl", "endgame"));
  EXPECT_FALSE(is_idle("omega", "endgame"));
  EXPECT_TRUE(is_idle("andantino", "cycle_draw"));
  EXPECT_FALSE(is_idle("tafl", "cycle_draw"));
  EXPECT_TRUE(idle_switches("chess").empty());
}

/// A search with and without visits the same nodes, here and there in random games.
TEST(IdleSwitches, ChangeNothing) {
  for (const GameEntry& game : all_games()) {
    base::Random random(3);
    for (const std::string& name : idle_switches(game.name)) {
      for (int plies : {3, 9, 20}) {
        auto position = AnyPosition::initial(game.name, {});
        for (int i = 0; i < plies && !position->is_over(); ++i) {
          const auto moves = position->legal_moves();
          static_cast<void>(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]));
        }
        if (position->is_over()) continue;
        // Numbers belong to Monte-Carlo search.
        const bool is_number = name.find("_weight") != std::string::npos;
        std::vector<SearchResult> results;
        for (const char* value : {is_number ? "1" : "on", is_number ? "0" : "off"}) {
          const base::OptionValues overrides = {
              {"search", is_number ? "montecarlo" : "negamax"}, {"hash_mb", "1"}, {name, value}};
          const auto engine = make_plain_engine(game.name, {}, {"partita", overrides});
          ASSERT_TRUE(engine) << engine.error();
          SearchRequest request;
          request.limits.nodes = is_number ? 200 : 3000;
          results.push_back((*engine)->search(*position, request));
        }
        EXPECT_EQ(results[0].best_move, results[1].best_move) << game.name << " " << name;
        EXPECT_EQ(results[0].nodes, results[1].nodes) << game.name << " " << name;
        EXPECT_EQ(results[0].depth, results[1].depth) << game.name << " " << name;
      }
    }
  }
}

}  // namespace
}  // namespace partita::catalog
