#include "search/table.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "search/alphabeta/values.h"

namespace partita::search {
namespace {

/// A value seen at one ply from the root, stored, and met again at another.
game::Score from_table_round_trip(game::Score score, int stored_at, int met_at) {
  return from_table(to_table(score, stored_at), met_at);
}

TableEntry entry(int score, int depth, std::uint32_t move = 7) { return {score, move, depth, Bound::kExact}; }

TEST(Table, WhatIsStoredIsFound) {
  Table table;
  TableCounts counts;
  table.resize(1, Replacement::kBuckets);
  base::Random random(1);
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back(random.next());
  for (std::size_t i = 0; i < keys.size(); ++i) table.store(keys[i], entry(-static_cast<int>(i), 5), counts);
  TableEntry found;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    ASSERT_TRUE(table.probe(keys[i], found));
    EXPECT_EQ(found.score, -static_cast<int>(i));
    EXPECT_EQ(found.depth, 5);
    EXPECT_EQ(found.move, 7u);
  }
  EXPECT_FALSE(table.probe(random.next(), found));
  EXPECT_EQ(counts.stores, 1000u);
}

TEST(Table, AlwaysNewReplacesAndDepthPreferredKeeps) {
  // Keys that differ in their low bits alone meet in the same place.
  const std::uint64_t key = 0x123456789ABCDEFULL;
  TableEntry found;
  TableCounts counts;
  Table always;
  always.resize(1, Replacement::kAlways);
  always.store(key, entry(1, 9), counts);
  always.store(key + 1, entry(2, 3), counts);
  EXPECT_FALSE(always.probe(key, found));
  EXPECT_TRUE(always.probe(key + 1, found));
  EXPECT_EQ(counts.index_collisions, 1u);

  Table depth;
  depth.resize(1, Replacement::kDepth);
  depth.store(key, entry(1, 9), counts);
  depth.store(key + 1, entry(2, 3), counts);
  EXPECT_TRUE(depth.probe(key, found));
  EXPECT_FALSE(depth.probe(key + 1, found));
  depth.age();
  depth.store(key + 1, entry(2, 3), counts);
  EXPECT_TRUE(depth.probe(key + 1, found));
}

TEST(Table, BucketsKeepTheDeepestFourAndLetOldOnesGo) {
  const std::uint64_t key = 0x123456789ABCDEFULL;
  TableEntry found;
  TableCounts counts;
  Table table;
  table.resize(1, Replacement::kBuckets);
  for (int i = 0; i < 4; ++i) table.store(key + static_cast<std::uint64_t>(i), entry(i, 10 + i), counts);
  table.store(key + 4, entry(4, 2), counts);
  EXPECT_FALSE(table.probe(key, found));
  EXPECT_TRUE(table.probe(key + 3, found));
  EXPECT_TRUE(table.probe(key + 4, found));
}

TEST(Table, ClearForgets) {
  Table table;
  TableCounts counts;
  table.resize(1, Replacement::kBuckets);
  table.store(99, entry(1, 1), counts);
  table.clear();
  TableEntry found;
  EXPECT_FALSE(table.probe(99, found));
}

TEST(Table, ProvenValuesTravelAsDistances) {
  EXPECT_EQ(from_table_round_trip(game::win_in(9), 4, 6), game::win_in(11));
  EXPECT_EQ(from_table_round_trip(game::loss_in(9), 4, 2), game::loss_in(7));
  EXPECT_EQ(from_table_round_trip(123, 4, 2), 123);
}

}  // namespace
}  // namespace partita::search
