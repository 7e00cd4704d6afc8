#include "catalog/any_position.h"

#include <gtest/gtest.h>

#include "catalog/any_engine.h"

namespace partita::catalog {

namespace {

AnyPosition after(const char* game, const base::OptionValues& rules, const std::vector<std::string>& moves) {
  auto position = AnyPosition::initial(game, rules);
  EXPECT_TRUE(position.ok());
  for (const std::string& move : moves) EXPECT_TRUE(position->play(move).ok()) << move;
  return *position;
}

}  // namespace

TEST(Pass, HandsTheMoveToTheNextSeatAndLeavesTheStones) {
  const AnyPosition positions[] = {after("andantino", {{"side", "5"}}, {"F5", "E4"}),
                                   after("omega", {{"players", "3"}}, {}), after("tafl", {}, {})};
  for (const AnyPosition& position : positions) {
    const auto skipped = passed(position);
    ASSERT_TRUE(skipped.ok()) << position.game();
    EXPECT_EQ(skipped->to_move(), (position.to_move() + 1) % position.seat_count());
    EXPECT_TRUE(skipped->starts_turn());
    EXPECT_FALSE(skipped->legal_moves().empty());
    const BoardView before = position.view();
    const BoardView behind = skipped->view();
    ASSERT_EQ(before.cells.size(), behind.cells.size());
    for (std::size_t i = 0; i < before.cells.size(); ++i) EXPECT_EQ(before.cells[i].piece, behind.cells[i].piece);
  }
}

TEST(Pass, ShowsTheThreatOfFive) {
  // White to move has to stop four black stones in a row; a pass lets Black win at once.
  const auto position = AnyPosition::from_text("andantino", {{"side", "5"}}, "5 5/6/7/2WB1W2/2BBBB3/2W1W3/7/6/5 w");
  ASSERT_TRUE(position.ok()) << position.error();
  const auto skipped = passed(*position);
  ASSERT_TRUE(skipped.ok());
  const auto engine = make_plain_engine("andantino", {{"side", "5"}}, {});
  ASSERT_TRUE(engine.ok());
  SearchRequest request;
  request.limits.depth = 3;
  const SearchResult result = (*engine)->search(*skipped, request);
  ASSERT_FALSE(result.lines.empty());
  EXPECT_EQ(result.lines[0].score.distance, 1);
}

TEST(Pass, IsRefusedInsideATurnAndAfterTheEnd) {
  EXPECT_FALSE(passed(after("omega", {{"side", "3"}}, {"W:A1"})).ok());
  const auto over = AnyPosition::from_text("andantino", {{"side", "5"}}, "5 5/6/2B1B2/1WWWW3/2B1BB3/8/7/6/5 w");
  ASSERT_TRUE(over.ok());
  AnyPosition won = *over;
  ASSERT_TRUE(won.play("F4").ok());
  EXPECT_FALSE(passed(won).ok());
}

}  // namespace partita::catalog
