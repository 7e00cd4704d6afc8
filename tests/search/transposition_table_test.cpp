#include "search/transposition_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "base/random.h"
#include "kit/effort.h"
#include "search/alphabeta/values.h"

namespace partita::search {
namespace {

/// A value seen at one ply from the root, stored, and met again at another.
game::Score from_table_round_trip(game::Score score, int stored_at, int met_at) {
  return from_table(to_table(score, stored_at), met_at);
}

TableEntry entry(int score, int depth, std::uint32_t move = 7) { return {score, move, depth, Bound::kExact}; }

TEST(TranspositionTable, WhatIsStoredIsFound) {
  TranspositionTable table;
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

TEST(TranspositionTable, AlwaysNewReplacesAndDepthPreferredKeeps) {
  // Keys that differ in their low bits alone meet in the same place.
  const std::uint64_t key = 0x123456789ABCDEFULL;
  TableEntry found;
  TableCounts counts;
  TranspositionTable always;
  always.resize(1, Replacement::kAlways);
  always.store(key, entry(1, 9), counts);
  always.store(key + 1, entry(2, 3), counts);
  EXPECT_FALSE(always.probe(key, found));
  EXPECT_TRUE(always.probe(key + 1, found));
  EXPECT_EQ(counts.index_collisions, 1u);

  TranspositionTable depth;
  depth.resize(1, Replacement::kDepth);
  depth.store(key, entry(1, 9), counts);
  depth.store(key + 1, entry(2, 3), counts);
  EXPECT_TRUE(depth.probe(key, found));
  EXPECT_FALSE(depth.probe(key + 1, found));
  depth.age();
  depth.store(key + 1, entry(2, 3), counts);
  EXPECT_TRUE(depth.probe(key + 1, found));
}

TEST(TranspositionTable, BucketsKeepTheDeepestFourAndLetOldOnesGo) {
  const std::uint64_t key = 0x123456789ABCDEFULL;
  TableEntry found;
  TableCounts counts;
  TranspositionTable table;
  table.resize(1, Replacement::kBuckets);
  for (int i = 0; i < 4; ++i) table.store(key + static_cast<std::uint64_t>(i), entry(i, 10 + i), counts);
  table.store(key + 4, entry(4, 2), counts);
  EXPECT_FALSE(table.probe(key, found));
  EXPECT_TRUE(table.probe(key + 3, found));
  EXPECT_TRUE(table.probe(key + 4, found));
}

TEST(TranspositionTable, ClearForgets) {
  TranspositionTable table;
  TableCounts counts;
  table.resize(1, Replacement::kBuckets);
  table.store(99, entry(1, 1), counts);
  table.clear();
  TableEntry found;
  EXPECT_FALSE(table.probe(99, found));
}

/// Stores and probes by the dice, ageing now and then; what was found and counted, in numbers.
std::vector<std::uint64_t> course_of(TranspositionTable& table, std::uint64_t seed) {
  base::Random random(seed);
  TableCounts counts;
  std::vector<std::uint64_t> course;
  for (int step = 0; step < 20'000; ++step) {
    if (step % 400 == 0) table.age();
    // Few keys for many slots and the other way round: half of them crowd into one place of the table.
    const game::Key key = base::mix64(random.below(30'000)) >> (step % 2 == 0 ? 0 : 40);
    TableEntry found;
    if (table.probe(key, found)) course.push_back(key ^ static_cast<std::uint64_t>(found.score));
    table.store(key, entry(step, static_cast<int>(random.below(30))), counts);
  }
  course.push_back(counts.index_collisions);
  course.push_back(static_cast<std::uint64_t>(table.hashfull()));
  return course;
}

TEST(TranspositionTable, AClearedTableIsAsGoodAsANewOneHoweverOftenItWasCleared) {
  for (const Replacement replacement : {Replacement::kAlways, Replacement::kDepth, Replacement::kBuckets}) {
    // Less than a big page, and several of them.
    const int mebibytes = replacement == Replacement::kDepth ? 5 : 1;
    TranspositionTable used;
    used.resize(mebibytes, replacement);
    for (std::uint64_t round = 0; round < 8; ++round) {
      TranspositionTable fresh;
      fresh.resize(mebibytes, replacement);
      used.note_use(10'000);
      ASSERT_EQ(course_of(used, round), course_of(fresh, round)) << "round " << round;
      // From none to many clears in a row, so that the generations come round at every phase.
      for (std::uint64_t i = 0; i <= 17 * round; ++i) used.clear();
    }
  }
}

/// How much memory this process really has, in mebibytes; nothing where the system does not tell.
std::optional<double> resident_mebibytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0;
  double resident = 0;
  if (!(file >> all >> resident)) return std::nullopt;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// What a new table and one that was cleared after 61 searches cost a search of a thousand nodes, in pages and not in
/// time: a large table must not be written whole, or as good as whole by the system where its pages are large.
TEST(TranspositionTable, ASmallSearchTakesLittleOfALargeTable) {
  if (!resident_mebibytes()) GTEST_SKIP() << "the system does not tell";
  constexpr int kNodes = 1000;
  constexpr double kMost = kit::kIsSanitized ? 64 : 16;  // pages of 4 KiB: 4 MiB; of 16 KiB: 16
  const double before = *resident_mebibytes();
  TranspositionTable table;
  TableCounts counts;
  table.resize(512, Replacement::kBuckets);
  base::Random random(5);
  for (int searches = 0; searches < 70; ++searches) {
    if (searches == 1) table.clear();
    table.age();
    for (int node = 0; node < (searches == 0 ? kNodes : 1); ++node) {
      table.note_use(1);
      table.store(random.next(), entry(1, 1), counts);
    }
  }
  EXPECT_LT(*resident_mebibytes() - before, kMost);
}

TEST(TranspositionTable, ProvenValuesTravelAsDistances) {
  EXPECT_EQ(from_table_round_trip(game::win_in(9), 4, 6), game::win_in(11));
  EXPECT_EQ(from_table_round_trip(game::loss_in(9), 4, 2), game::loss_in(7));
  EXPECT_EQ(from_table_round_trip(123, 4, 2), 123);
}

}  // namespace
}  // namespace partita::search
