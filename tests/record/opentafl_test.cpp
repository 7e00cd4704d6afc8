#include "record/opentafl.h"

#include <gtest/gtest.h>

#include "catalog/games.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::record {
namespace {

/// A rule set that OpenTafl's rules string can express.
std::string expressible_rules() {
  const auto game = catalog::find_game("tafl");
  const base::OptionSpec* spec = base::find_option((*game)->rule_options, "rules");
  for (const std::string& name : spec->choices) {
    if ((*game)->write_rules_text({{"rules", name}}).ok()) return name;
  }
  return "";
}

/// A short game of that rule set, played by always taking the first legal move.
GameRecord short_game(int plies) {
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", expressible_rules()}});
  for (int i = 0; i < plies; ++i) EXPECT_TRUE(position->play(position->legal_moves().front()).ok());
  GameRecord record = make_record(*position);
  record.set_tag("Event", "Cup");
  record.set_tag(seat_tag(0), "Ada");
  return record;
}

TEST(OpenTafl, WrittenRecordsAreReadTheSame) {
  GameRecord record = short_game(5);
  record.moves[1].comment = "a [remark|with signs]";
  const auto text = write_opentafl({record, record});
  ASSERT_TRUE(text.ok()) << text.error();
  EXPECT_EQ(detect_format(*text), FileFormat::kOpenTafl);
  const auto back = read_opentafl(*text);
  ASSERT_TRUE(back.ok()) << back.error() << *text;
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ(main_line(back->front()), main_line(record));
  EXPECT_EQ(back->front().tag("Event"), "Cup");
  EXPECT_EQ(back->front().tag("Seat1"), "Ada");
  EXPECT_EQ(back->front().tag("Rules"), record.tag("Rules"));
  EXPECT_EQ(back->front().moves[1].comment, "a (remark/with signs)");
  EXPECT_EQ(*write_opentafl(*back), *text);
}

TEST(OpenTafl, ReadsPieceLettersSignsCommentsAndResignation) {
  const auto start = catalog::AnyPosition::initial("tafl", {{"rules", expressible_rules()}});
  const auto game = catalog::find_game("tafl");
  const std::string rules = *(*game)->write_rules_text(start->rules());
  const std::string first = start->legal_moves().front();
  const std::string text = "[event:A: b]\n[odd-tag:x]\n" + rules + "\n\n1. t" + first + "+ ---\n[well|]\n";
  const auto records = read_opentafl(text);
  ASSERT_TRUE(records.ok()) << records.error();
  const GameRecord& record = records->front();
  EXPECT_EQ(record.moves[0].text, first);
  EXPECT_EQ(record.moves[0].comment, "well");
  EXPECT_EQ(record.tag("Event"), "A: b");
  EXPECT_EQ(record.tag("odd_tag"), "x");
  EXPECT_EQ(record.result, "1-0");
  EXPECT_EQ(record.tag(kReasonTag), "resigns");
}

TEST(OpenTafl, FaultsAreNamedByLine) {
  const auto error = [](const std::string& text) {
    const auto records = read_opentafl(text);
    return records.ok() ? "fine" : records.error();
  };
  const auto game = catalog::find_game("tafl");
  const std::string rules = *(*game)->write_rules_text({{"rules", expressible_rules()}});
  EXPECT_EQ(error("[event:x]\n"), "1: expected a rules string: dim:...");
  EXPECT_EQ(error("[event]\n" + rules), "1: expected a tag like [event:name]");
  EXPECT_EQ(error(rules + "\n\nhello\n"), "3: expected a turn like '1. e4-e7 d5-d6', found 'hello'");
  EXPECT_EQ(error(rules + "\n\n1. a^b\n"), "3: 'a^b': expected a move like e4-e7");
  EXPECT_EQ(error(rules + "\n\n1. z9-z8\n").substr(0, 3), "3: ");
  EXPECT_EQ(error("dim:9 esc:c\n"), "1: the rules string has no start:");
}

TEST(OpenTafl, WhatTheFormatCannotSayIsRefused) {
  auto omega = catalog::AnyPosition::initial("omega");
  const auto refused = write_opentafl({make_record(*omega)});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error(), "game 1: only tafl games can be written as OpenTafl records");
  const auto mcgill = catalog::AnyPosition::initial("tafl", {{"rules", "mcgill"}});
  EXPECT_FALSE(write_opentafl({make_record(*mcgill)}).ok()) << "a ply limit has no words there";
}

}  // namespace
}  // namespace partita::record
