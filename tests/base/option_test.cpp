#include "base/option.h"

#include <gtest/gtest.h>

namespace partita::base {
namespace {

const std::vector<OptionSpec> kSpecs = {
    spin_option("side", 5, 2, 10, "cells"),
    check_option("pie", false, "swap"),
    combo_option("tie", "last", {"last", "draw"}, "ties"),
    string_option("name", "x", "any"),
};

std::string error_of(const OptionValues& values) {
  const auto checked = checked_values(kSpecs, values);
  return checked.ok() ? "fine" : checked.error();
}

TEST(Option, ValuesAreMadeCanonical) {
  const auto checked = checked_values(kSpecs, {{"side", "07"}, {"pie", "YES"}, {"tie", "draw"}});
  ASSERT_TRUE(checked.ok()) << checked.error();
  EXPECT_EQ(checked->at("side"), "7");
  EXPECT_EQ(checked->at("pie"), "on");
  EXPECT_TRUE(is_on(kSpecs, *checked, "pie"));
  EXPECT_EQ(int_value_of(kSpecs, *checked, "side"), 7);
  EXPECT_EQ(value_of(kSpecs, *checked, "name"), "x");
}

TEST(Option, BadValuesAreNamedWithWhatIsAllowed) {
  EXPECT_EQ(error_of({{"side", "99"}}), "side: '99' is not valid, expected 2 to 10");
  EXPECT_EQ(error_of({{"side", "5.0"}}), "side: '5.0' is not valid, expected 2 to 10");
  EXPECT_EQ(error_of({{"pie", "maybe"}}), "pie: 'maybe' is not valid, expected on or off");
  EXPECT_EQ(error_of({{"tie", "win"}}), "tie: 'win' is not valid, expected one of last, draw");
  EXPECT_EQ(error_of({{"sied", "5"}}), "unknown option 'sied', known: side, pie, tie, name");
  EXPECT_EQ(error_of({{"sides", "5"}}), "unknown option 'sides', did you mean 'side'?");
}

TEST(Option, TextFormHoldsWhatDiffersFromTheDefaults) {
  const auto values = read_values("side=5 tie=draw,name=a=b");
  ASSERT_TRUE(values.ok());
  EXPECT_EQ(values->at("name"), "a=b");
  EXPECT_EQ(write_values(kSpecs, *values), "tie=draw,name=a=b");
  EXPECT_TRUE(read_values("")->empty());
  EXPECT_FALSE(read_values("side").ok());
  EXPECT_FALSE(read_values("=5").ok());
}

}  // namespace
}  // namespace partita::base
