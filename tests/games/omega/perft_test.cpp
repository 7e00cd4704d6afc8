#include <gtest/gtest.h>

#include "games/omega/tables.h"
#include "kit/conformance_perft.h"
#include "kit/effort.h"

namespace partita::games::omega {
namespace {

using testing::position_of;
using testing::read_table;
using testing::rules_for;

/// Rows above this are left to `partita perft`.
constexpr std::uint64_t kMostLeaves = kit::samples(2'000'000);

void check_sums(const Position& pos, const std::string& unit, int depth, const std::string& leaves,
                const std::string& sums) {
  const auto result = Omega::perft_sums(pos, depth, unit);
  ASSERT_TRUE(result.ok()) << result.error();
  EXPECT_EQ(std::to_string(result->leaves), leaves);
  EXPECT_EQ(base::join(result->sums, ","), sums);
}

TEST(OmegaPerft, LeavesAndScoreSumsFromTheStart) {
  for (const auto& row : read_table("perft.tsv")) {
    if (std::stoull(row[4]) > kMostLeaves) continue;
    SCOPED_TRACE(base::join(row, " "));
    check_sums(Position(rules_for(std::stoi(row[1]), std::stoi(row[2]))), row[0], std::stoi(row[3]), row[4], row[5]);
  }
}

TEST(OmegaPerft, LeavesAndScoreSumsNearTheEnd) {
  for (const auto& row : read_table("perft_late.tsv")) {
    if (std::stoull(row[2]) > kMostLeaves) continue;
    SCOPED_TRACE(base::join(row, " "));
    check_sums(position_of(row[4]), row[0], std::stoi(row[1]), row[2], row[3]);
  }
}

TEST(OmegaPerft, FourWaysAgree) {
  EXPECT_EQ(kit::perft_four_ways<Omega>(Position(rules_for(2, 2)), 4), 840u);
  EXPECT_EQ(kit::perft_four_ways<Omega>(Position(rules_for(3, 2)), 3), 5814u);
  EXPECT_EQ(kit::perft_four_ways<Omega>(Position(rules_for(3, 3)), 3), 5814u);
}

TEST(OmegaPerft, UnknownUnit) { EXPECT_FALSE(Omega::perft_sums(Position(Rules{}), 1, "ply").ok()); }

}  // namespace
}  // namespace partita::games::omega
