#include "games/tafl/opentafl_rules.h"

#include "games/tafl/golden_files.h"

namespace partita::games::tafl {
namespace {

TEST(OpenTaflRules, WhatCanBeWrittenReadsBack) {
  for (const char* name : {"linnaean", "brandubh", "fetlar", "copenhagen"}) {
    const auto text = write_opentafl_rules(*rules_named(name));
    ASSERT_TRUE(text.ok()) << text.error();
    const auto read = read_opentafl_rules(*text);
    ASSERT_TRUE(read.ok()) << *text << ": " << read.error();
    EXPECT_EQ((*read)->name, name);
  }
}

TEST(OpenTaflRules, SaysWhatItCannotExpress) {
  const auto mcgill = write_opentafl_rules(*rules_named("mcgill"));
  ASSERT_FALSE(mcgill.ok());
  EXPECT_NE(mcgill.error().find("100 plies"), std::string::npos);
  EXPECT_NE(mcgill.error().find("either side"), std::string::npos);
  const auto ashton = write_opentafl_rules(*rules_named("ashton"));
  ASSERT_FALSE(ashton.ok());
  EXPECT_NE(ashton.error().find("second occurrence"), std::string::npos);
}

TEST(OpenTaflRules, ReadsRecordsOfOtherPrograms) {
  const auto copenhagen = read_opentafl_rules(
      "dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y "
      "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/"
      "3ttttt3/");
  ASSERT_TRUE(copenhagen.ok()) << copenhagen.error();
  EXPECT_EQ((*copenhagen)->name, "copenhagen");
  const auto fetlar = read_opentafl_rules(
      "dim:11 starti:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/ nj:n cj:n");
  ASSERT_TRUE(fetlar.ok()) << fetlar.error();
  EXPECT_EQ((*fetlar)->name, "fetlar");
}

TEST(OpenTaflRules, RefusesWithTheDifference) {
  const auto sea_battle =
      read_opentafl_rules("dim:9 esc:e ka:n cen: cor: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/");
  ASSERT_FALSE(sea_battle.ok());
  EXPECT_NE(sea_battle.error().find("ka ("), std::string::npos) << sea_battle.error();
  EXPECT_FALSE(read_opentafl_rules("").ok());
  EXPECT_FALSE(read_opentafl_rules("dim:9").ok());
  EXPECT_FALSE(read_opentafl_rules("dim:9 start:/9/ wings:y").ok());
  EXPECT_FALSE(read_opentafl_rules("rubbish").ok());
}

}  // namespace
}  // namespace partita::games::tafl
