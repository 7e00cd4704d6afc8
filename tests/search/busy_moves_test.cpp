#include "search/alphabeta/busy_moves.h"

#include <gtest/gtest.h>

namespace partita::search {

TEST(BusyMoves, KnowsWhatIsBeingSearched) {
  BusyMoves busy;
  constexpr BusyMoves::Id kMove = 0xABCDEF0123456789U;
  EXPECT_FALSE(busy.has(kMove));
  busy.add(kMove);
  EXPECT_TRUE(busy.has(kMove));
  EXPECT_FALSE(busy.has(kMove ^ 1U)) << "another move in the same place";
  busy.remove(kMove);
  EXPECT_FALSE(busy.has(kMove));
}

TEST(BusyMoves, ALaterMoveInTheSamePlaceIsNotRemovedForAnother) {
  BusyMoves busy;
  constexpr BusyMoves::Id kMove = 0xABCDEF0123456789U;
  constexpr BusyMoves::Id kOther = kMove ^ 0x3U;
  busy.add(kMove);
  busy.add(kOther);
  EXPECT_FALSE(busy.has(kMove));
  busy.remove(kMove);
  EXPECT_TRUE(busy.has(kOther));
}

}  // namespace partita::search
