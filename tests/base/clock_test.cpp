#include "base/clock.h"

#include <gtest/gtest.h>

namespace {

using partita::base::StopFlag;
using std::chrono::hours;
using std::chrono::steady_clock;

TEST(StopFlagTest, RaisesItselfWhenItsMomentHasComeAndSomebodyLooks) {
  StopFlag flag;
  flag.raise_at(steady_clock::now() + hours(1));
  EXPECT_FALSE(flag.is_raised());
  flag.raise_at(steady_clock::now());
  EXPECT_FALSE(flag.was_seen()) << "nobody has looked";
  EXPECT_TRUE(flag.is_raised());
  EXPECT_TRUE(flag.was_seen());
  flag.lower();
  EXPECT_FALSE(flag.is_raised()) << "the moment is forgotten";
}

TEST(StopFlagTest, APartEndsWithTheWhole) {
  StopFlag whole;
  StopFlag part(&whole);
  EXPECT_FALSE(part.time_left());
  whole.raise_at(steady_clock::now() + hours(1));
  part.raise_at(steady_clock::now() + hours(2));
  ASSERT_TRUE(part.time_left());
  EXPECT_LE(*part.time_left(), hours(1));
  EXPECT_FALSE(part.is_raised());
  whole.raise_at(steady_clock::now());
  EXPECT_TRUE(part.is_raised());
  EXPECT_FALSE(part.was_seen()) << "it was the whole that ended";
}

}  // namespace
