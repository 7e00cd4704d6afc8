#include "games/andantino/notation.h"

#include <gtest/gtest.h>

#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

TEST(AndantinoNotation, StartTexts) {
  EXPECT_EQ(Notation::write_position(Position(rules_of(3))), "3 3/4/2B2/4/3 w");
  EXPECT_EQ(Notation::write_position(Position(rules_of(10))),
            "10 10/11/12/13/14/15/16/17/18/9B9/18/17/16/15/14/13/12/11/10 w");
}

TEST(AndantinoNotation, MoveNames) {
  Position pos(rules_of(10));
  EXPECT_EQ(Notation::write_move(pos, {kCentre}), "J10");
  EXPECT_EQ(Notation::write_move(pos, {cell_of({9, 0})}), "S10");
  EXPECT_EQ(Notation::write_move(pos, {cell_of({0, -9})}), "A1");
  EXPECT_EQ(Notation::write_move(pos, {cell_of({-9, 9})}), "J19");
  const auto east = Notation::read_move(pos, "k10");
  ASSERT_TRUE(east.ok());
  EXPECT_EQ(hex_of(east->cell), (board::Hex{1, 0}));
}

TEST(AndantinoNotation, IllegalMovesSayWhy) {
  Position pos = played(rules_of(10), "1,0");
  EXPECT_NE(Notation::read_move(pos, "J10").error().find("occupied"), std::string::npos);
  EXPECT_NE(Notation::read_move(pos, "A1").error().find("two neighbours"), std::string::npos);
  EXPECT_NE(Notation::read_move(pos, "T10").error().find("expected a cell"), std::string::npos);
  EXPECT_NE(Notation::read_move(pos, "").error().find("expected a cell"), std::string::npos);
}

TEST(AndantinoNotation, BadPositionsAreRefused) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "0 words"},                                  // nothing
      {"3 3/4/2B2/4/3", "mover"},                       // too few words
      {"x 3/4/2B2/4/3 w", "side"},                      // no number
      {"99 3/4/2B2/4/3 w", "side"},                     // too large
      {"2 2/1B1/2 w", "side"},                          // too small
      {"3 3/4/2B2/4 w", "5 rows"},                      // a row too few
      {"3 3/4/2B1/4/3 w", "row 3"},                     // a cell too few
      {"3 3/4/2B3/4/3 w", "row 3"},                     // a cell too many
      {"3 3/4/2B2/4/BBBBBBBB w", "row 5"},              // many too many
      {"3 3/4/2X2/4/3 w", "row 3"},                     // no such stone
      {"3 3/4/2B2/4/99999999999999999999 w", "row 5"},  // no such number
      {"3 3/4/2B2/0B3/3 w", "row 4"},                   // runs are of one cell at least
      {"3 3/4/2B2/4/3 x", "mover"},                     // no such mover
      {"3 3/4/2B2/4/3 b", "as many"},                   // counts do not fit
      {"3 3/4/5/1B2/3 w", "centre"},                    // no stone on the centre
      {"4 W3/5/6/3B3/6/5/4 b", "two occupied"},         // nothing can be played
      {"3 WW1/4/BBBBB/WWW1/3 b", "five"},               // the mover has five
  };
  for (const auto& [text, part] : cases) {
    const auto read = Notation::read_position(rules_of(3), text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().find(part), std::string::npos) << text << ": " << read.error();
  }
}

TEST(AndantinoNotation, FinishedGamesAreRead) {
  const auto read = Notation::read_position(rules_of(3), "3 3/4/BBBBB/WWWW/3 w");
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(Notation::ending(*read), "five");
  EXPECT_EQ(read->payoff(1), 12);
}

TEST(AndantinoNotation, TheSideIsTheTexts) {
  const auto read = Notation::read_position(rules_of(10), "3 3/4/2B2/4/3 w");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->side(), 3);
  EXPECT_FALSE(Notation::read_position(rules_of(0, true), "3 3/4/2B2/4/3 w").ok());
}

TEST(AndantinoRules, OptionsAreReadAndWritten) {
  const auto rules = Andantino::make_rules({{"side", "5"}});
  ASSERT_TRUE(rules.ok());
  EXPECT_EQ(*rules, rules_of(5));
  EXPECT_EQ(*Andantino::make_rules({}), rules_of(10));
  const auto unbounded = Andantino::make_rules({{"rules", "unbounded"}});
  ASSERT_TRUE(unbounded.ok());
  EXPECT_EQ(*unbounded, rules_of(0, true));
  EXPECT_EQ(*Andantino::make_rules(Andantino::rule_values(*unbounded)), *unbounded);
  EXPECT_EQ(*Andantino::make_rules(Andantino::rule_values(*rules)), *rules);
  EXPECT_FALSE(Andantino::make_rules({{"side", "99"}}).ok());
  EXPECT_FALSE(Andantino::make_rules({{"rules", "ludii"}}).ok());
}

}  // namespace
}  // namespace partita::games::andantino::testing
