#include "base/fixed_vector.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace partita::base {
namespace {

TEST(FixedVector, HoldsWhatWasPushedAndCopiesDeeply) {
  FixedVector<int, 4> list;
  EXPECT_TRUE(list.empty());
  for (int i = 0; i < 4; ++i) list.push_back(i * i);
  FixedVector<int, 4> copy = list;
  list[0] = 7;
  list.truncate(2);
  EXPECT_EQ(copy.size(), 4u);
  EXPECT_EQ(copy[0], 0);
  EXPECT_EQ(copy.back(), 9);
  list = copy;
  list.pop_back();
  EXPECT_EQ(list.back(), 4);
  list.clear();
  EXPECT_EQ(list.begin(), list.end());
}

TEST(Random, IsTheSameOnEveryMachineAndStaysBelowItsBound) {
  Random random(1);
  Random again(1);
  EXPECT_EQ(random.next(), again.next());
  EXPECT_NE(Random(2).next(), Random(3).next());
  int counts[6] = {};
  for (int i = 0; i < 6000; ++i) {
    const auto number = random.below(6);
    ASSERT_LT(number, 6u);
    ++counts[number];
  }
  for (const int count : counts) EXPECT_GT(count, 800);
  for (int i = 0; i < 1000; ++i) {
    const double unit = random.unit();
    ASSERT_TRUE(unit >= 0 && unit < 1);
  }
}

}  // namespace
}  // namespace partita::base
