#include "record/openings.h"

#include <gtest/gtest.h>

namespace partita::record {
namespace {

const base::OptionValues kSideThree = {{"side", "3"}};

std::string error_of(std::string_view text, std::string_view game = "omega") {
  const auto openings = read_openings(text, game, game == "omega" ? kSideThree : base::OptionValues{});
  return openings.ok() ? "fine" : openings.error();
}

TEST(Openings, LinesAreMovesPositionsOrBoth) {
  const auto openings = read_openings(
      "# remark\nC3/A1 B2/B1\n\n3 2 B2/4/2W2/4/3 2 WB\n3 2 B2/4/2W2/4/3 2 WB; A2/A3\nstartpos\n", "omega", kSideThree);
  ASSERT_TRUE(openings.ok()) << openings.error();
  ASSERT_EQ(openings->size(), 4u);
  EXPECT_EQ((*openings)[0].moves, (std::vector<std::string>{"W:C3", "B:A1", "W:B2", "B:B1"}));
  EXPECT_EQ((*openings)[1].position, "3 2 B2/4/2W2/4/3 2 WB");
  EXPECT_EQ((*openings)[2].moves.size(), 2u);
  const auto again = read_openings(write_openings(*openings), "omega", kSideThree);
  ASSERT_TRUE(again.ok()) << again.error();
  for (std::size_t i = 0; i < openings->size(); ++i) {
    EXPECT_EQ(open_position((*again)[i], "omega", kSideThree)->text(),
              open_position((*openings)[i], "omega", kSideThree)->text());
  }
}

TEST(Openings, TheFirstWrongLineIsNamed) {
  EXPECT_EQ(error_of("C3/A1\nC3/A1 C3/A2\n"), "2: move 2 'C3/A2': cell C3 is not free");
  EXPECT_EQ(error_of("startpos; Z9/A1"), "1: move 1 'Z9/A1': no cell 'Z9' on a board of side 3");
  EXPECT_NE(error_of("3 2 B2/9/2W2/4/3 2 WB"), "fine");
  EXPECT_EQ(error_of("d1-d2 e4-d4\n", "tafl"), "fine");
  EXPECT_NE(error_of("d1-d2 d1-d4\n", "tafl"), "fine");
}

}  // namespace
}  // namespace partita::record
