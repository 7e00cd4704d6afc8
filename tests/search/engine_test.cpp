#include "search/engine.h"

#include <gtest/gtest.h>

#include "kit/tictactoe.h"

namespace partita::search {
namespace {

using Game = kit::TicTacToe;

Outcome<Game::Move> search_start(const Switches& switches, int size, int depth) {
  Engine<Game> engine(switches, *Game::Evaluator::named("lines"));
  Task<Game> task;
  task.pos = Game::Position(size);
  task.limits.depth = depth;
  return engine.search(task);
}

TEST(Engine, FindsTheWinOnTwoByTwoInThreePlies) {
  for (const Method method : {Method::kMinimax, Method::kAlphaBeta, Method::kNegamax}) {
    Switches switches;
    switches.method = method;
    const auto outcome = search_start(switches, 2, 6);
    ASSERT_FALSE(outcome.lines.empty());
    ASSERT_TRUE(outcome.lines.front().distance.has_value());
    EXPECT_EQ(*outcome.lines.front().distance, 3);
    EXPECT_EQ(outcome.lines.front().pv.size(), 3u);
  }
}

TEST(Engine, ThreeByThreeIsADrawAndPruningVisitsFewerNodes) {
  Switches switches;
  switches.iterative_deepening = false;
  switches.static_win_test = false;
  switches.method = Method::kMinimax;
  const auto plain = search_start(switches, 3, 9);
  switches.method = Method::kAlphaBeta;
  const auto pruned = search_start(switches, 3, 9);
  EXPECT_EQ(plain.lines.front().score, 0);
  EXPECT_EQ(pruned.lines.front().score, 0);
  EXPECT_LT(pruned.nodes * 10, plain.nodes);
}

TEST(Engine, RandomMovesDependOnTheSeedAlone) {
  Switches switches;
  switches.method = Method::kRandom;
  switches.seed = 7;
  EXPECT_EQ(search_start(switches, 4, 0).best, search_start(switches, 4, 0).best);
}

TEST(Engine, OnlyMovesAreObeyed) {
  Engine<Game> engine(Switches{}, *Game::Evaluator::named("lines"));
  Task<Game> task;
  task.pos = Game::Position(3);
  task.limits.depth = 3;
  task.only_moves = {Game::Move{5}};
  EXPECT_EQ(engine.search(task).best, Game::Move{5});
}

}  // namespace
}  // namespace partita::search
