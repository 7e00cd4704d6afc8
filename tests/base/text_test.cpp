#include "base/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace partita::base {
namespace {

TEST(Text, SplitKeepsEmptyPiecesAndJoinUndoesIt) {
  EXPECT_EQ(split("a//b", '/'), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", '/').size(), 1u);
  EXPECT_TRUE(rc::check("join undoes split", [](const std::string& text) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, ',')) parts.emplace_back(part);
    RC_ASSERT(join(parts, ",") == text);
  }));
}

TEST(Text, WordsAreWhatIsBetweenWhiteSpace) {
  EXPECT_EQ(words("  a\tb\r\n c "), (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_TRUE(words(" \n").empty());
  EXPECT_EQ(trim("\t x y \n"), "x y");
}

TEST(Text, IntegersAreReadWholeOrNotAtAll) {
  EXPECT_EQ(read_int("-42"), -42);
  EXPECT_EQ(read_int("9223372036854775807"), INT64_MAX);
  for (const char* bad : {"", " 1", "1 ", "+1", "0x10", "9223372036854775808", "1.5", "--1"}) {
    EXPECT_FALSE(read_int(bad).has_value()) << bad;
  }
  EXPECT_TRUE(
      rc::check("numbers survive", [](std::int64_t number) { RC_ASSERT(read_int(std::to_string(number)) == number); }));
}

TEST(Text, DoublesAreFinite) {
  EXPECT_EQ(read_double("-1.5e2"), -150.0);
  for (const char* bad : {"", "nan", "inf", "1e999", "1,5", " 1", "1x"})
    EXPECT_FALSE(read_double(bad).has_value()) << bad;
}

TEST(Text, QuotedIsSafeToPrint) {
  EXPECT_EQ(quoted("a\n\xff"), "'a\\x0a\\xff'");
  EXPECT_EQ(quoted("abcdef", 3), "'abc...'");
  EXPECT_TRUE(rc::check("only printable characters", [](const std::string& text) {
    for (const char c : base::quoted(text)) RC_ASSERT(c >= 32 && c < 127);
  }));
}

TEST(Text, ThousandsAndSlips) {
  EXPECT_EQ(with_thousands(1234567), "1,234,567");
  EXPECT_EQ(with_thousands(-1000), "-1,000");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(std::uint64_t{1000}), "1,000");
  EXPECT_EQ(nearest("omga", {"andantino", "omega"}), "omega");
  EXPECT_FALSE(nearest("chess", {"andantino", "omega"}).has_value());
  EXPECT_EQ(nearest("andantinoo", {"andantin", "andantino"}), "andantino");
  EXPECT_FALSE(nearest(std::string(1000, 'm'), {"andantino", "omega"}).has_value());
}

TEST(Text, AMarkdownTableKeepsBarsInTheirCells) {
  EXPECT_EQ(markdown_table({{"a", "b"}, {"x|y", "1"}}), "| a | b |\n|---|---|\n| x\\|y | 1 |\n");
  EXPECT_EQ(markdown_table({{"a", "b"}}, 1), "| a | b |\n|---|--:|\n");
}

}  // namespace
}  // namespace partita::base
