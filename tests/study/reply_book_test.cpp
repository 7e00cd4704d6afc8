#include "study/reply_book.h"

#include <gtest/gtest.h>

#include "base/data_files.h"
#include "base/text.h"
#include "catalog/solver.h"
#include "study/certificate_file.h"

namespace partita::study {
namespace {

const std::string kSmallBook =
    "# partita replies 1\n# game: andantino\n# rules: rules=standard,side=10\nsome position\tA1\n";

std::string with_part_changed(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, part.size(), other);
}

TEST(ReplyBookText, WhatIsWrongIsNamedByItsLine) {
  ASSERT_TRUE(ReplyBook::read(kSmallBook).ok()) << ReplyBook::read(kSmallBook).error();
  const std::pair<std::string, std::string> wrong[] = {
      {"", "line 1"},
      {with_part_changed(kSmallBook, "replies 1", "replies 2"), "line 1"},
      {with_part_changed(kSmallBook, "# game: ", "game "), "line 2"},
      {with_part_changed(kSmallBook, "# rules: ", "# rule: "), "line 3"},
      {with_part_changed(kSmallBook, "rules=standard", "standard"), "line 3"},
      {with_part_changed(kSmallBook, "\tA1", " A1"), "line 4"},
      {with_part_changed(kSmallBook, "\tA1", "\tA1\tB2"), "line 4"},
      {kSmallBook + "some position\tB2\n", "line 5"},
      {kSmallBook + "\nanother position\tB2\n", "line 5"},
  };
  for (const auto& [text, place] : wrong) {
    const auto read = ReplyBook::read(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().find(place), std::string::npos) << read.error();
  }
}

/// Every reply of the shipped book can be played, and no proof search finds that it gives the win away.
TEST(ReplyBookText, ShippedRepliesWin) {
  const auto packed = base::shipped_file("atlas/andantino-side10-replies.tsv.zst");
  ASSERT_NE(packed, "");
  const auto text = read_certificate_file(packed);
  ASSERT_TRUE(text.ok()) << text.error();
  const auto book = ReplyBook::read(*text);
  ASSERT_TRUE(book.ok()) << book.error();
  EXPECT_EQ(book->write(), *text);
  EXPECT_GT(book->size(), 1000U);
  auto solver = catalog::make_solver("andantino", 16);
  catalog::SolveRequest request;
  request.nodes = 20'000;
  int number = 0;
  int proven = 0;
  for (const auto& line : base::split(*text, '\n')) {
    if (line.empty() || line[0] == '#' || ++number % 10 != 0) continue;
    const auto columns = base::split(line, '\t');
    const auto position = catalog::AnyPosition::from_text(book->game(), book->rules(), std::string(columns[0]));
    ASSERT_TRUE(position.ok()) << line;
    const auto reply = book->reply(*position);
    ASSERT_TRUE(reply) << line;
    auto after = *position;
    ASSERT_TRUE(after.play(*reply).ok()) << line;
    if (after.is_over() || number % 340 != 0) continue;
    const catalog::Proof proof = (*solver)->prove(after, position->to_move(), request).proof;
    EXPECT_NE(proof, catalog::Proof::kNo) << line;
    proven += proof == catalog::Proof::kYes ? 1 : 0;
  }
  EXPECT_GT(proven, 0);
}

}  // namespace
}  // namespace partita::study
