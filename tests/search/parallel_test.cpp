#include <gtest/gtest.h>

#include <thread>

#include "kit/tictactoe.h"
#include "search/engine.h"

namespace partita::search {
namespace {

using Game = kit::TicTacToe;

Outcome<Game::Move> search_four_by_four(const Switches& switches, int depth) {
  Engine<Game> engine(switches, *Game::Evaluator::named("lines"));
  Task<Game> task;
  task.pos = Game::Position(4);
  task.limits.depth = depth;
  return engine.search(task);
}

TEST(Parallel, ThreadsShareATableAndAgreeOnTheValue) {
  Switches one;
  one.hash_mb = 1;
  Switches three = one;
  three.threads = 3;
  EXPECT_EQ(search_four_by_four(one, 6).lines.front().score, search_four_by_four(three, 6).lines.front().score);
}

TEST(Parallel, OneThreadVisitsTheSameNodesTwice) {
  EXPECT_EQ(search_four_by_four({}, 6).nodes, search_four_by_four({}, 6).nodes);
}

TEST(Parallel, AStopFromAnotherThreadEndsAnEndlessSearch) {
  Switches switches;
  switches.threads = 2;
  switches.hash_mb = 1;
  Engine<Game> engine(switches, *Game::Evaluator::named("none"));
  base::StopFlag stop;
  Task<Game> task;
  task.pos = Game::Position(4);
  task.stop = &stop;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.raise();
  });
  const auto outcome = engine.search(task);
  other.join();
  EXPECT_NE(outcome.best, Game::Move{});
}

TEST(Parallel, ANodeLimitIsKept) {
  Engine<Game> engine(Switches{}, *Game::Evaluator::named("lines"));
  Task<Game> task;
  task.pos = Game::Position(4);
  task.limits.nodes = 1234;
  const auto outcome = engine.search(task);
  EXPECT_LE(outcome.nodes, 1240u);
  EXPECT_NE(outcome.best, Game::Move{});
}

}  // namespace
}  // namespace partita::search
