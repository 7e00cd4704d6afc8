#include "record/game_record.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "record/commands.h"
#include "record/record_json.h"
#include "record/replay.h"
#include "record/result_text.h"

namespace partita::record {
namespace {

const char* const kOmegaGame =
    R"([Game "omega"]
[Rules "side=2"]
[Event "a \"quoted\" \\ event"]
[Flavour "vanilla"]
[Seat1 "Ada"]
[Seat2 "Bob"]
[Result "1-0"]
[Reason "score"]

{a first word} 1. B3/C2! {[%clk 0:01:02.500] [%eval 35,12] [%arrow e4e5] good} (1.
C2/B3 $10 (1. A1/B1?! {deep}) {why not} 1... A1/B1) 1... B2/A1 $1 $99 1-0

)";

GameRecord read_one(std::string_view text) {
  auto records = read_records(text);
  EXPECT_TRUE(records.ok()) << (records.ok() ? "" : records.error());
  EXPECT_EQ(records.ok() ? records->size() : 0, 1u);
  return records.ok() && !records->empty() ? records->front() : GameRecord{};
}

std::string read_error(std::string_view text) {
  const auto records = read_records(text);
  return records.ok() ? "fine" : records.error();
}

TEST(Record, ReadsEverythingThatCanBeSaidOfAMove) {
  const GameRecord record = read_one(kOmegaGame);
  EXPECT_EQ(record.tag("Event"), "a \"quoted\" \\ event");
  EXPECT_EQ(record.tag("Flavour"), "vanilla");
  EXPECT_EQ(record.comment, "a first word");
  EXPECT_EQ(record.result, "1-0");
  ASSERT_EQ(record.moves.size(), 2u);
  const RecordMove& first = record.moves[0];
  EXPECT_EQ(first.text, "B3/C2");
  EXPECT_EQ(first.glyphs, std::vector<int>{1});
  EXPECT_EQ(first.clock_ms, 62500);
  EXPECT_EQ(first.eval, (RecordEval{false, 35, 12}));
  EXPECT_EQ(first.comment, "good");
  ASSERT_EQ(first.commands.size(), 1u);
  EXPECT_EQ(first.commands[0].first, "arrow");
  ASSERT_EQ(first.variations.size(), 1u);
  ASSERT_EQ(first.variations[0].size(), 2u);
  EXPECT_EQ(first.variations[0][0].glyphs, std::vector<int>{10});
  EXPECT_EQ(first.variations[0][0].comment, "why not");
  EXPECT_EQ(first.variations[0][0].variations[0][0].text, "A1/B1");
  EXPECT_EQ(first.variations[0][0].variations[0][0].glyphs, std::vector<int>{6});
  EXPECT_EQ(record.moves[1].glyphs, (std::vector<int>{1, 99}));
}

TEST(Record, TextAndJsonRoundTripKeepEverything) {
  const GameRecord record = read_one(kOmegaGame);
  const std::string text = write_record(record);
  EXPECT_EQ(write_record(read_one(text)), text);
  const auto back = read_json(write_json({record, record}));
  ASSERT_TRUE(back.ok()) << back.error();
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ(write_record(back->front()), text);
  EXPECT_EQ(write_json(*back), write_json({record, record}));
}

TEST(Record, SeveralGamesStandInOneFile) {
  const auto records =
      read_records(std::string("# a remark\n") + kOmegaGame + "% escape\n" + kOmegaGame + "\n* 1. x *");
  ASSERT_TRUE(records.ok()) << records.error();
  ASSERT_EQ(records->size(), 4u);
  EXPECT_EQ((*records)[1].line, 15);
  EXPECT_EQ((*records)[3].moves[0].text, "x");
  EXPECT_TRUE(read_records("")->empty());
}

TEST(Record, TwoCommentsDoNotMakeACommandTogether) {
  for (const std::string comments :
       {"d1-d2 {begun [%eval 4} {and 5] ended}", "d1-d2 (1. {begun [%eval 4} d1-d3 {5] ended})"}) {
    const auto records = read_records("[Game \"tafl\"]\n\n1. " + comments + " *\n");
    ASSERT_TRUE(records) << records.error();
    EXPECT_FALSE(records->front().moves.front().eval);
    const std::string once = write_records(*records);
    const auto again = read_records(once);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(write_records(*again), once);
  }
}

TEST(Record, LinesAreWrapped) {
  GameRecord record;
  for (int i = 0; i < 200; ++i) record.moves.emplace_back().text = "J10";
  record.moves[5].comment =
      std::string(40, 'x') + " and many words that must be wrapped somewhere in the middle of it all";
  const std::string text = write_record(record);
  for (const auto line : base::split(text, '\n')) EXPECT_LE(line.size(), 80u);
  EXPECT_EQ(write_record(read_one(text)), text);
}

TEST(Record, FaultsAreNamedWithLineAndColumn) {
  EXPECT_EQ(read_error("[Game \"omega\"]\n\n1. E5/A1"), "3:9: the game has no result, '*' if it is unfinished");
  EXPECT_EQ(read_error("[Game \"omega"), "1:13: the value of tag Game has no closing '\"'");
  EXPECT_EQ(read_error("[Game omega]"), "1:7: expected '\"' before the value of tag Game");
  EXPECT_EQ(read_error("[\"omega\"]"), "1:2: expected a tag name after '['");
  EXPECT_EQ(read_error("[Game \"omega\" x"), "1:15: expected ']' after the value of tag Game");
  EXPECT_EQ(read_error("1. a {never closed"), "1:6: the comment has no closing '}'");
  EXPECT_EQ(read_error("1. a (b"), "1:8: a variation has no closing ')'");
  EXPECT_EQ(read_error("1. a (b 1-0"), "1:9: a result inside a variation");
  EXPECT_EQ(read_error("1. a ) *"), "1:6: ')' closes no variation");
  EXPECT_EQ(read_error("(a) *"), "1:1: a variation stands before the first move");
  EXPECT_EQ(read_error("a () *"), "1:5: a variation has no move");
  EXPECT_EQ(read_error("$3 a *"), "1:3: '$3' stands before the first move");
  EXPECT_EQ(read_error("a $999 *"), "1:7: expected a number from 0 to 255 after '$'");
  EXPECT_EQ(read_error("a!!! *"), "1:1: '!!!' is no annotation");
  EXPECT_EQ(read_error("a } *"), "1:3: '}' has no place among moves");
  EXPECT_EQ(read_error("a\n\x01 *"), "2:1: a byte that belongs to no move");
  EXPECT_EQ(read_error("[Result \"0-1\"] a 1-0"), "1:21: the game ends with 1-0 but its Result tag says '0-1'");
  std::string deep = "a ";
  for (int i = 0; i < 100; ++i) deep += "(a ";
  EXPECT_EQ(read_error(deep), "1:195: variations are nested too deep");
}

TEST(Record, JsonFaultsNameTheField) {
  const auto error = [](std::string_view text) {
    const auto records = read_json(text);
    return records.ok() ? "fine" : records.error();
  };
  EXPECT_EQ(error("[{\"moves\":[{\"move\":\"a\",\"colour\":1}]}]"), "record 1: moves[0]: unknown field 'colour'");
  EXPECT_EQ(error("{\"moves\":[\"a\",7]}"), "record: moves[1]: expected an object or a string");
  EXPECT_EQ(error("{\"moves\":[\"a (b\"]}"), "record: moves[0]: 'a (b' is no move");
  EXPECT_EQ(error("{\"result\":\"2-0\"}"), "record: result: '2-0' is no result");
  EXPECT_EQ(error("{\"rules\":{\"side\":\",\"}}"), "record: rules: a name or value cannot be written as name=value");
  EXPECT_EQ(error("[1"), "not JSON at byte 3: incomplete JSON");
  EXPECT_EQ(error("7"), "record: expected an object");
  EXPECT_EQ(error("[{\"moves\":[\"a\",{\"move\":\"b\",\"variations\":[[\"c\"],[{\"move\":7}]]}]}]"),
            "record 1: moves[1].variations[1][0].move: expected a string");
  EXPECT_EQ(error("{\"moves\":[{\"comment\":\"a\"}]}"), "record: moves[0].move: is missing");
  EXPECT_EQ(error("{\"moves\":[{\"move\":\"a\",\"glyphs\":[1,256]}]}"),
            "record: moves[0].glyphs[1]: expected a whole number from 0 to 255");
  EXPECT_EQ(error("{\"tags\":[[\"Event\",\"x\"],[\"Round\"]]}"), "record: tags[1]: expected [name, value]");
}

TEST(Record, ReplayPlaysEveryLineAndChecksTheEnd) {
  const auto last = replay(read_one(kOmegaGame));
  ASSERT_TRUE(last.ok()) << last.error();
  EXPECT_TRUE(last->is_over());
  const auto error = [](std::string_view text) {
    const auto played = replay(read_one(text));
    return played.ok() ? "fine" : played.error();
  };
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=2\"]\n1. B3/C2 B3/A1 *"), "2:10: move 2 'B3/A1': cell B3 is not free");
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=2\"] B3/C2 (C2/B3 C2/A1) B2/A1 1-0"),
            "1:45: move 2 'C2/A1': cell C2 is not free");
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=2\"] B3/C2 B2/A1 0-1"),
            "1:1: the moves end the game 1-0 by score, the record says 0-1");
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=2\"] B3/C2 1-0-0"), "1:1: result 1-0-0 is not for 2 seats");
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=2\"][Reason \"time\"] B3/C2 1-0"), "fine");
  EXPECT_EQ(error("[Game \"chess\"] *").substr(0, 36), "1:1: tag Game: unknown game 'chess',");
  EXPECT_EQ(error("*"), "1:1: tag Game: is missing");
  EXPECT_EQ(error("[Game \"omega\"][Rules \"side=99\"] *"),
            "1:1: tag Rules: side: '99' is not valid, expected 2 to 10");
  EXPECT_EQ(error("[Game \"omega\"][Position \"x\"] *").substr(0, 18), "1:1: tag Position:");
}

TEST(Record, IsMadeFromAPositionWithTurnsWhole) {
  auto position = catalog::AnyPosition::initial("omega", {{"side", "3"}, {"players", "3"}});
  ASSERT_TRUE(position.ok());
  for (const char* ply : {"B:A1", "W:C3", "R:E5", "R:A2"}) ASSERT_TRUE(position->play(ply).ok()) << ply;
  const GameRecord record = make_record(*position, {"0-1-0", "time"});
  EXPECT_EQ(write_record(record),
            "[Game \"omega\"]\n[Rules \"side=3,players=3\"]\n[Seat1 \"?\"]\n[Seat2 \"?\"]\n[Seat3 \"?\"]\n"
            "[Result \"0-1-0\"]\n[Reason \"time\"]\n\n1. C3/A1/E5 R:A2 0-1-0\n\n");
  const auto again = replay(record);
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(again->text(), position->text());
  EXPECT_EQ(main_line(record).size(), 4u);
}

TEST(Result, SharesOfThePoint) {
  catalog::Ending ending;
  EXPECT_EQ(write_result(ending, 2), "*");
  ending.over = true;
  ending.payoff = {4, 4, 4, 0};
  EXPECT_EQ(write_result(ending, 3), "1/3-1/3-1/3");
  EXPECT_EQ(read_result("1/3-1/3-1/3")->payoff, (std::array<int, 4>{4, 4, 4, 0}));
  EXPECT_FALSE(read_result("*")->is_finished);
  for (const char* bad : {"", "1", "1-1", "0-0", "1-0-0-0-0", "2/2-0", "1/7-6/7", "a-b", "1-0 "}) {
    EXPECT_FALSE(read_result(bad).has_value()) << bad;
  }
}

TEST(Commands, ClocksAndEvaluations) {
  EXPECT_EQ(read_clock("1:02:03.5"), 3723500);
  EXPECT_EQ(write_clock(3723500), "1:02:03.500");
  EXPECT_EQ(read_clock("9"), 9000);
  for (const char* bad : {"", "a", "1:2:3:4", "-1", "1e300", ":"}) EXPECT_FALSE(read_clock(bad).has_value()) << bad;
  EXPECT_EQ(write_eval(*read_eval("#-4,9")), "#-4,9");
  for (const char* bad : {"", "#", "1.5", "3,0", "3,4,5", "#x"}) EXPECT_FALSE(read_eval(bad).has_value()) << bad;
  RecordMove move;
  add_comment(move, "a [%clk soon] b [%open");
  EXPECT_EQ(comment_text(move), "[%clk soon] a b [%open");
}

}  // namespace
}  // namespace partita::record
