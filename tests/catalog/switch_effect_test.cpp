// Numbers that tune the search: each does something where its part of the search is on.
#include <gtest/gtest.h>

#include "catalog/any_engine.h"
#include "catalog/games.h"

namespace partita::catalog {
namespace {

struct Tuned {
  const char* game;
  base::OptionValues rules;
  const char* engine;  ///< preset and switches under which the number counts
  const char* number;  ///< "null_reduction=1": another value than the usual one
  Limits limits;
};

Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}
Limits for_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

/// What a search of the start visits and says, in one line.
std::string search_of(const Tuned& tuned, const std::string& spec) {
  const auto read = read_engine_spec(spec);
  EXPECT_TRUE(read) << spec;
  auto engine = make_plain_engine(tuned.game, tuned.rules, *read);
  EXPECT_TRUE(engine) << (engine ? "" : engine.error());
  auto position = AnyPosition::initial(tuned.game, tuned.rules).value();
  SearchRequest request;
  request.limits = tuned.limits;
  std::string told;
  // Two moves in a row: what is kept from one search to the next counts too.
  for (int move = 0; move < 2; ++move) {
    const auto result = (*engine)->search(position, request);
    told += result.best_move + " " + std::to_string(result.nodes) + " ";
    for (const auto& line : result.lines) told += std::to_string(line.score.value) + " ";
    EXPECT_TRUE(position.play(result.best_move));
  }
  return told;
}

TEST(SwitchEffect, EveryNumberTunesItsPartOfTheSearch) {
  const std::vector<Tuned> all = {
      {"andantino", {}, "partita,own_book=off,aspiration=on", "aspiration_window=1", to_depth(7)},
      {"tafl", {}, "partita-classic,null_move=on", "null_reduction=1", to_depth(6)},
      {"omega", {{"side", "4"}}, "trebing-full,own_book=off", "multi_cut_reduction=1", to_depth(5)},
      {"tafl", {}, "partita-classic,lmp=on", "lmp_depth=1", to_depth(6)},
      {"tafl", {}, "partita-classic,lmp=on", "lmp_slope=900", to_depth(6)},
      {"tafl", {}, "partita-classic,futility=on", "futility_margin=1", to_depth(6)},
      {"omega", {{"side", "2"}}, "partita-ab", "endgame_cells=0", to_depth(4)},
      {"omega", {{"side", "5"}}, "partita", "puct=400", for_nodes(60)},
      {"omega", {{"side", "5"}}, "partita", "puct_reduction=0", for_nodes(60)},
      {"omega", {{"side", "5"}}, "partita", "reuse=off", for_nodes(60)},
      {"hex", {{"side", "5"}}, "uct", "first_play=1", for_nodes(300)},
      {"omega", {{"side", "4"}, {"players", "3"}}, "partita", "many_exploration=300", for_nodes(300)},
  };
  for (const Tuned& tuned : all) {
    const std::string usual = search_of(tuned, tuned.engine);
    EXPECT_EQ(usual, search_of(tuned, tuned.engine)) << tuned.engine << ": the same search twice";
    EXPECT_NE(usual, search_of(tuned, std::string(tuned.engine) + "," + tuned.number))
        << tuned.game << " " << tuned.number;
  }
}

}  // namespace
}  // namespace partita::catalog
