#include "base/place_among.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/random.h"

namespace partita::base {
namespace {

TEST(PlaceAmong, FirstAndLastPartsHoldTheEnds) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  static_assert(place_among(0, 7) == 0 && place_among(kLast, 7) == 6);
  static_assert(place_among(kLast / 2, 2) == 0 && place_among(kLast / 2 + 1, 2) == 1);
}

TEST(PlaceAmong, WithoutLongProductsIsTheSame) {
  Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t number = random.next();
    const auto count = std::max(1U, static_cast<std::uint32_t>(random.next() >> (32 + i % 32)));
    ASSERT_EQ(place_among_few(number, count), place_among(number, count)) << number << " among " << count;
  }
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(place_among_few(kLast, kMost), place_among(kLast, kMost));
}

}  // namespace
}  // namespace partita::base
