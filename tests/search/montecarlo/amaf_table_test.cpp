// The children of a node are credited and compared many at once, as if one by one.
#include "search/montecarlo/amaf_table.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace partita::search::montecarlo {
namespace {

constexpr NodeIndex kFirst = 3;
constexpr std::uint32_t kSlots = 40;

/// Children of which some were visited, with few different values, so that equal ones are met.
AmafTable random_table(std::size_t count, base::Random& random) {
  AmafTable table;
  table.resize(kFirst + count);
  table.clear(kFirst, count);
  for (NodeIndex i = 0; i < count; ++i) {
    const auto visits = static_cast<float>(1 + random.below(4));
    table.begin(kFirst + i, static_cast<std::uint16_t>(random.below(kSlots)), visits,
                visits * 0.25F * static_cast<float>(random.below(5)));
    if (random.below(3) == 0) table.mark_tried(kFirst + i);
  }
  return table;
}

float tried_value(NodeIndex node) { return node % 7 == 0 ? -1 : 0.125F * static_cast<float>(node % 11); }

TEST(AmafTable, TheFirstOfTheBestIsFound) {
  base::Random random(1);
  const float bonus = 0.125F;
  for (std::size_t count = 1; count < 300; count += 1 + count / 8) {
    AmafTable table = random_table(count, random);
    std::vector<bool> tried(kFirst + count);
    // Which were visited is known by who is asked for.
    table.best<Access::kAlone>(kFirst, count, bonus, [&](NodeIndex node) {
      tried[node] = true;
      return 0.0F;
    });
    NodeIndex best = kFirst;
    float most = -2;
    for (NodeIndex node = kFirst; node < kFirst + count; ++node) {
      const float value = tried[node] ? tried_value(node) : table.mean(node) + bonus;
      if (value > most) {
        most = value;
        best = node;
      }
    }
    EXPECT_EQ(table.best<Access::kAlone>(kFirst, count, bonus, tried_value), best) << count;
    EXPECT_EQ(table.best<Access::kBesideOthers>(kFirst, count, bonus, tried_value), best) << count;
  }
}

TEST(AmafTable, OnlyVisitedChildrenAreAskedFor) {
  AmafTable table;
  table.resize(70);
  table.clear(0, 70);
  for (NodeIndex i = 0; i < 70; ++i) table.begin(i, 0, 1, 0.5F);
  table.mark_tried(0);
  table.mark_tried(66);
  std::vector<NodeIndex> asked;
  EXPECT_EQ(table.best<Access::kAlone>(0, 69, 0,
                                       [&](NodeIndex node) {
                                         asked.push_back(node);
                                         return -1.0F;
                                       }),
            1U);
  EXPECT_EQ(asked, (std::vector<NodeIndex>{0, 66}));
}

TEST(AmafTable, ChildrenOfACreditedSlotGetTheReward) {
  base::Random random(2);
  const AmafTable before = random_table(101, random);
  base::Random again(2);
  AmafTable alone = random_table(101, again);
  base::Random once_more(2);
  AmafTable beside = random_table(101, once_more);
  std::vector<float> credits(kSlots, 0.0F);
  for (std::uint32_t slot = 0; slot < kSlots; slot += 3) credits[slot] = 1;
  alone.credit<Access::kAlone>(kFirst, 100, credits, 0.75F);
  beside.credit<Access::kBesideOthers>(kFirst, 100, credits, 0.75F);
  for (NodeIndex node = kFirst; node < kFirst + 101; ++node) {
    const bool is_credited = node < kFirst + 100 && before.slot(node) % 3 == 0;
    if (!is_credited) {
      EXPECT_EQ(alone.mean(node), before.mean(node));
    } else if (before.mean(node) != 0.75F) {
      EXPECT_NE(alone.mean(node), before.mean(node));
    }
    EXPECT_EQ(alone.mean(node), beside.mean(node));
  }
}

TEST(AmafTable, ACopyKnowsTheSame) {
  AmafTable table;
  table.resize(2);
  table.clear(0, 2);
  table.begin(1, 9, 4, 3);
  table.mark_tried(1);
  table.copy(1, 0);
  EXPECT_EQ(table.slot(0), 9);
  EXPECT_EQ(table.mean(0), 0.75F);
  bool is_tried = false;
  table.best<Access::kAlone>(0, 1, 0, [&](NodeIndex) {
    is_tried = true;
    return 0.0F;
  });
  EXPECT_TRUE(is_tried);
}

}  // namespace
}  // namespace partita::search::montecarlo
