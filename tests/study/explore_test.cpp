// The opening explorer: proven results and games, up to symmetry.
#include "study/explore.h"

#include <gtest/gtest.h>

#include "study/proof_store.h"

namespace partita::study {
namespace {

catalog::AnyPosition position_after(const char* game, const base::OptionValues& rules,
                                    const std::vector<std::string>& moves) {
  auto position = catalog::AnyPosition::initial(game, rules);
  for (const std::string& move : moves) EXPECT_TRUE(position->play(move)) << move;
  return *position;
}

std::optional<Proven> nothing_known(const catalog::AnyPosition&) { return std::nullopt; }

TEST(Explore, CountsImagesAndTranspositionsAsOne) {
  const base::OptionValues rules{{"side", "5"}};
  PlayedMoves played(10);
  const auto start = position_after("andantino", rules, {});
  const auto first = start.legal_moves();
  ASSERT_EQ(first.size(), 6U);
  for (std::size_t i = 0; i < first.size(); ++i) {
    played.put("game " + std::to_string(i), 0, position_after("andantino", rules, {first[i]}), i < 2 ? 0 : 1);
  }
  const auto moves = explore(start, nothing_known, &played);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(moves[0].images.size(), 5U);
  EXPECT_EQ(moves[0].played.games, 6);
  EXPECT_EQ(moves[0].played.won, (std::vector<int>{2, 4}));
  // Another board is another game.
  EXPECT_EQ(explore(position_after("andantino", {{"side", "6"}}, {}), nothing_known, &played)[0].played.games, 0);
}

TEST(Explore, ForgetsTheOldestAndReplacesWhatHasChanged) {
  const base::OptionValues rules{{"side", "5"}, {"swap", "off"}};
  const auto start = position_after("hex", rules, {});
  const auto c3 = position_after("hex", rules, {"c3"});
  const auto a1 = position_after("hex", rules, {"a1"});
  PlayedMoves played(2);
  played.put("one", 1, c3, 0);
  played.put("two", 2, c3, 1);
  EXPECT_TRUE(played.holds("one", 1));
  EXPECT_FALSE(played.holds("one", 2));
  EXPECT_EQ(played.count(start, c3).games, 2);
  played.put("three", 3, c3, -1);
  EXPECT_FALSE(played.holds("one", 1));
  EXPECT_EQ(played.count(start, c3).games, 2);
  EXPECT_EQ(played.count(start, c3).drawn, 1);
  played.put("two", 4, a1, 1);
  EXPECT_EQ(played.count(start, c3).games, 1);
  EXPECT_EQ(played.count(start, a1).won, (std::vector<int>{0, 1}));
  played.remove("two");
  played.remove("three");
  EXPECT_EQ(played.count(start, a1).games, 0);
  EXPECT_EQ(played.games(), 0U);
}

/// Every move's word is that of the proofs themselves, and of the rules where it ends the game.
TEST(Explore, SaysOfEachMoveWhatIsProvenOfIt) {
  const auto ask = [](const catalog::AnyPosition& asked) { return shipped_proofs().ask(asked); };
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{}, {"I9"}, {"I9", "J9", "I10"}, {"I9", "J9", "K10", "I8"}}) {
    const auto position = position_after("andantino", {}, line);
    const auto moves = explore(position, ask, nullptr);
    std::size_t told = 0;
    for (const ExploredMove& move : moves) {
      told += 1 + move.images.size();
      const auto known = shipped_proofs().ask(move.after);
      ASSERT_EQ(known.has_value(), move.proven.has_value());
      if (known) {
        EXPECT_EQ(known->plies, move.proven->plies);
      }
      for (const std::string& image : move.images) {
        catalog::AnyPosition other = position;
        ASSERT_TRUE(other.play(image));
        const auto same = shipped_proofs().ask(other);
        EXPECT_EQ(same.has_value(), known.has_value()) << image;
      }
    }
    EXPECT_EQ(told, position.legal_moves().size());
  }
  const auto replies = explore(position_after("andantino", {}, {"I9"}), ask, nullptr);
  EXPECT_EQ(replies.front().winner(), 1) << "Black's winning reply comes first";
  const auto open = explore(position_after("andantino", {}, {"I9", "J9", "I10"}), ask, nullptr);
  bool is_open = false;
  for (const ExploredMove& move : open) is_open = is_open || move.nodes_in_vain > 0;
  EXPECT_TRUE(is_open) << "what was searched in vain is said too";
  const auto bounded = explore(position_after("tafl", {{"rules", "brandubh"}}, {}), ask, nullptr);
  EXPECT_EQ(bounded.front().no_win_within, 6) << "and for how long nobody can win";
}

TEST(Explore, AMoveThatEndsTheGameSaysSo) {
  auto position = catalog::AnyPosition::from_text("hex", {{"side", "3"}, {"swap", "off"}}, "3 R2/1BB/R2 r");
  ASSERT_TRUE(position) << position.error();
  const auto moves = explore(*position, nothing_known, nullptr);
  EXPECT_EQ(moves.front().move, "a2");
  EXPECT_TRUE(moves.front().after.is_over());
  EXPECT_EQ(moves.front().winner(), 0);
}

}  // namespace
}  // namespace partita::study
