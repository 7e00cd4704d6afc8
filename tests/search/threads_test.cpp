// Searches with several threads that report while they run: little is asserted here, the thread sanitizer judges.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "kit/tictactoe.h"
#include "search/engine.h"

namespace partita::search {
namespace {

using Game = kit::TicTacToe;

/// Long enough for some reports of a tree that grows meanwhile; the first comes after 20 ms.
constexpr std::int64_t kSearchMs = 120;

void expect_a_move(const Switches& switches, int lines) {
  Engine<Game> engine(switches, *Game::Evaluator::named("lines"));
  base::StopFlag stop;
  Task<Game> task;
  task.pos = Game::Position(4);
  task.limits.movetime_ms = kSearchMs;
  task.limits.lines = lines;
  task.stop = &stop;
  task.on_line = [](const Line<Game::Move>& line) { EXPECT_GE(line.hashfull, 0); };
  EXPECT_NE(engine.search(task).best, Game::Move{});
  // Again with what it has kept, and stopped by another thread.
  task.limits.movetime_ms = 0;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stop.raise();
  });
  EXPECT_NE(engine.search(task).best, Game::Move{});
  other.join();
}

TEST(Threads, AlphaBeta) {
  for (const int threads : {2, 4}) {
    Switches switches;
    switches.threads = threads;
    switches.hash_mb = 1;
    expect_a_move(switches, 1);
    expect_a_move(switches, 3);
  }
}

TEST(Threads, MonteCarlo) {
  for (const int threads : {2, 4}) {
    for (const int mebibytes : {1, 16}) {  // the small tree is pruned again and again
      Switches switches;
      switches.method = Method::kMonteCarlo;
      switches.montecarlo.threads = threads;
      switches.montecarlo.hash_mb = mebibytes;
      expect_a_move(switches, 2);
    }
  }
}

}  // namespace
}  // namespace partita::search
