#include "search/equality.h"

#include "kit/tictactoe.h"

namespace partita::search {
namespace {

using Game = kit::TicTacToe;

TEST(Equality, TheLadderHoldsOnTicTacToe) {
  equality::expect_ladder_equal<Game>(equality::random_positions<Game>(Game::Position(4), 60, 2, 10, 1), "lines", 4);
  equality::expect_ladder_equal<Game>(equality::random_positions<Game>(Game::Position(3), 60, 0, 6, 2), "lines", 6);
}

TEST(Equality, RandomCombinationsOfSoundSwitchesHoldOnTicTacToe) {
  equality::expect_combinations_equal<Game>(equality::random_positions<Game>(Game::Position(4), 60, 4, 10, 3), "lines",
                                            4, 200, 4);
}

}  // namespace
}  // namespace partita::search
