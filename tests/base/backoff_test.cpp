#include "base/backoff.h"

#include <gtest/gtest.h>

#include <set>

namespace partita::base {

TEST(Backoff, DoublesUpToTheLongestAndNeverBelowHalfAStep) {
  Backoff backoff(std::chrono::milliseconds(100), std::chrono::milliseconds(1'000));
  for (const int step : {100, 200, 400, 800, 1'000, 1'000}) {
    const auto pause = backoff.pause().count();
    EXPECT_GE(pause, step / 2);
    EXPECT_LE(pause, step);
  }
  backoff.reset();
  EXPECT_LE(backoff.pause().count(), 100);
}

TEST(Backoff, TwoThatBeganTogetherDoNotStayTogether) {
  std::set<long long> pauses;
  for (int i = 0; i < 20; ++i)
    pauses.insert(Backoff(std::chrono::milliseconds(100'000), std::chrono::milliseconds(100'000)).pause().count());
  EXPECT_GT(pauses.size(), 15U);
}

}  // namespace partita::base
