// Positions to begin with: what is shipped, how it is read, how it is found.
#include "study/starts.h"

#include <gtest/gtest.h>

#include <set>

#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/start_survey.h"

namespace partita::study {
namespace {

class ShippedStarts : public testing::TestWithParam<const char*> {};

TEST_P(ShippedStarts, AreFairOrHelpASeatAndNoTwoAreImages) {
  const auto& starts = shipped_starts(GetParam());
  const auto usual = catalog::AnyPosition::initial(GetParam(), {});
  std::set<std::string> images;
  int fair = 0;
  std::array<int, 2> helped{};
  for (const OfferedStart& start : starts) {
    const auto position = position_of(GetParam(), start);
    ASSERT_TRUE(position) << position.error();
    EXPECT_FALSE(position->is_over());
    std::string image = catalog::canonical_text(*position);
    for (const auto& [name, value] : position->rules()) image += " " + name + "=" + value;
    EXPECT_TRUE(images.insert(image).second) << position->text();
    EXPECT_NE(start.kind(), OfferedStart::Kind::kNeither) << position->text();
    EXPECT_GE(start.games, 100) << position->text();
    if (start.rules != usual->rules()) continue;
    if (start.kind() == OfferedStart::Kind::kFair)
      ++fair;
    else
      ++helped.at(start.helped());
  }
  EXPECT_GE(fair, 4);
  EXPECT_GE(helped[0], 1);
  EXPECT_GE(helped[1], 1);
}

/// What a start says of a proof is what the atlas says.
TEST_P(ShippedStarts, AreProvenAsTheAtlasSays) {
  const auto atlas = shipped_atlas(GetParam());
  for (const OfferedStart& start : shipped_starts(GetParam())) {
    const auto position = position_of(GetParam(), start);
    ASSERT_TRUE(position) << position.error();
    const AtlasRow* row = atlas ? atlas->find(*position) : nullptr;
    if (start.winner) {
      ASSERT_NE(row, nullptr) << position->text();
      EXPECT_EQ(row->result, AtlasRow::Result::kSeat);
      EXPECT_EQ(row->winner, *start.winner);
      EXPECT_EQ(row->at_most, start.plies);
    } else {
      EXPECT_TRUE(row == nullptr || !row->is_known()) << position->text();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryGame, ShippedStarts, testing::Values("andantino", "omega", "tafl", "hex"),
                         [](const auto& one) { return std::string(one.param); });

TEST(Starts, AreReadAsTheyWereWrittenAndErrorsNameTheLine) {
  OfferedStart start;
  start.rules = catalog::AnyPosition::initial("hex", {{"side", "5"}, {"swap", "off"}})->rules();
  start.moves = {"a1", "c3"};
  start.level = 4;
  start.games = 100;
  start.half_points = 103;
  start.nodes_in_vain = 7;
  OfferedStart won = start;
  won.moves = {"c3"};
  won.winner = catalog::Seat{0};
  won.plies = 11;
  won.nodes_in_vain = 0;
  const std::string text = write_starts({start, won}, "hex");
  const auto read = read_starts("hex", text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(write_starts(*read, "hex"), text);
  EXPECT_EQ((*read)[0].kind(), OfferedStart::Kind::kFair);
  EXPECT_EQ((*read)[1].kind(), OfferedStart::Kind::kHandicap);
  EXPECT_EQ((*read)[1].helped(), 0);
  const std::string head = text.substr(0, text.find('\n') + 1);
  for (const char* bad :
       {"side=5\ta1\t4\t9\t1\t-\t0", "side=5\ta1\t4\t9\t19\t-\t0\t0", "side=5\tz9\t4\t9\t1\t-\t0\t0",
        "side=5\ta1\t4\t9\t1\tWhite\t0\t0", "side=99\ta1\t4\t9\t1\t-\t0\t0", "side=5\ta1\t4\tx\t1\t-\t0\t0"}) {
    const auto refused = read_starts("hex", head + bad + "\n");
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().rfind("line 2: ", 0), 0U) << refused.error();
  }
  EXPECT_FALSE(read_starts("hex", "nothing\n"));
}

/// An opening of random moves may be the image of one that the atlas knows.
TEST(Starts, NoOpeningIsCalledFairThatIsProven) {
  StartPlan plan{*catalog::AnyPosition::initial("hex", {{"side", "3"}, {"swap", "off"}})};
  plan.plies = 2;
  plan.games = 20;
  plan.fair = 20;
  plan.handicaps = 20;
  plan.tried = 80;
  const auto found = find_starts(plan);
  ASSERT_TRUE(found) << found.error();
  EXPECT_FALSE(found->empty());
  for (const OfferedStart& start : *found) EXPECT_TRUE(start.winner.has_value());
}

TEST(Starts, AreFoundByPlayingFromThemAndTheSameAgain) {
  StartPlan plan{*catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}})};
  plan.plies = 3;
  plan.games = 20;
  plan.fair = 1;
  plan.handicaps = 2;
  plan.tried = 8;
  const auto found = find_starts(plan);
  ASSERT_TRUE(found) << found.error();
  ASSERT_FALSE(found->empty());
  // This board's openings are proven: proofs are told, whatever the games say.
  EXPECT_TRUE(found->front().winner.has_value());
  for (const OfferedStart& start : *found) EXPECT_EQ(start.games, 20);
  const auto again = find_starts(plan);
  EXPECT_EQ(write_starts(*again, "hex"), write_starts(*found, "hex"));
  StartPlan three{*catalog::AnyPosition::initial("omega", {{"players", "3"}})};
  EXPECT_FALSE(find_starts(three));
}

}  // namespace
}  // namespace partita::study
