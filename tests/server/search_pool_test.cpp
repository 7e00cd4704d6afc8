#include "server/search_pool.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

#include "server/client_address.h"
#include "server/clock_face.h"
#include "server/engine_question.h"
#include "server/loop_load.h"
#include "server/rate_limit.h"
#include "server/turns.h"

namespace partita::server_test {

using server::SearchPool;

namespace {

SearchPool::Task task_of(std::string client, std::function<void(const SearchPool::Fate&)> run) {
  SearchPool::Task task;
  task.payer = {std::move(client), "socket"};
  task.run = std::move(run);
  return task;
}

/// A task that notes its name when it runs.
SearchPool::Task noting(std::string client, std::string name, std::vector<std::string>& notes, std::mutex& mutex) {
  SearchPool::Task task = task_of(std::move(client), [name = std::move(name), &notes, &mutex](const SearchPool::Fate&) {
    const std::lock_guard lock(mutex);
    notes.push_back(name);
  });
  task.kind = "short";
  return task;
}

/// A task that runs until it is stopped, and counts how often it was begun.
struct Endless {
  std::atomic<int> begun{0};
  std::atomic<bool> stopped{false};
  SearchPool::Task task(std::string client) {
    return task_of(std::move(client), [this](const SearchPool::Fate& fate) {
      ++begun;
      while (!fate.stop().is_raised()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      stopped = true;
    });
  }
};

constexpr std::int64_t kNever = 1'000'000;

/// One thread in each lane, and nothing leaves its lane or is put back.
SearchPool::Size one_thread(int waiting_per_party = 8) { return {1, waiting_per_party, 64, kNever, kNever, kNever}; }

}  // namespace

class SearchPoolTest : public testing::Test {
 protected:
  /// Keeps the only thread busy until the promise is kept.
  void block(SearchPool& pool, std::shared_future<void> until) {
    std::promise<void> begun;
    auto at_work = begun.get_future();
    ASSERT_TRUE(pool.submit(task_of("blocker", [&begun, until](const SearchPool::Fate&) {
      begun.set_value();
      until.wait();
    })));
    at_work.wait();
  }
  void wait_for(const std::function<bool()>& condition) {
    for (int i = 0; i < 5'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(condition());
  }

  server::Metrics metrics_;
  std::vector<std::string> notes_;
  std::mutex mutex_;
};

TEST_F(SearchPoolTest, ClientsTakeTurns) {
  SearchPool pool(one_thread(), metrics_);
  std::promise<void> gate;
  block(pool, gate.get_future().share());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.submit(noting("a", "a" + std::to_string(i), notes_, mutex_)));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.submit(noting("b", "b" + std::to_string(i), notes_, mutex_)));
  gate.set_value();
  wait_for([&] {
    const std::lock_guard lock(mutex_);
    return notes_.size() == 6;
  });
  // What each task takes decides over the rest.
  EXPECT_EQ(notes_[0], "a0");
  EXPECT_EQ(notes_[1], "b0");
}

TEST_F(SearchPoolTest, AClientMayQueueOnlySoMuch) {
  SearchPool pool(one_thread(2), metrics_);
  std::promise<void> gate;
  block(pool, gate.get_future().share());
  const auto hint = [&](const char* client) {
    SearchPool::Task task = noting(client, "hint", notes_, mutex_);
    task.urgency = SearchPool::Urgency::kHint;
    return pool.submit(std::move(task)).ok();
  };
  EXPECT_TRUE(hint("a"));
  EXPECT_TRUE(hint("a"));
  EXPECT_FALSE(hint("a"));
  EXPECT_TRUE(hint("b"));
  EXPECT_TRUE(pool.submit(noting("a", "a game's move is never refused", notes_, mutex_)).ok());
  gate.set_value();
}

TEST_F(SearchPoolTest, ACancelledJobThatWaitsNeverRuns) {
  SearchPool pool(one_thread(), metrics_);
  std::promise<void> gate;
  block(pool, gate.get_future().share());
  const auto ticket = pool.submit(noting("a", "cancelled", notes_, mutex_));
  ASSERT_TRUE(ticket.ok());
  EXPECT_TRUE(pool.is_waiting(*ticket));
  pool.cancel(*ticket);
  ASSERT_TRUE(pool.submit(noting("a", "kept", notes_, mutex_)));
  gate.set_value();
  wait_for([&] {
    const std::lock_guard lock(mutex_);
    return !notes_.empty();
  });
  EXPECT_EQ(notes_, std::vector<std::string>{"kept"});
}

TEST_F(SearchPoolTest, AStopIsSaidOnceAndStaysWithItsJob) {
  SearchPool pool(one_thread(), metrics_);
  std::atomic<bool> looks{false};
  const auto ticket = pool.submit(task_of("a", [&](const SearchPool::Fate& fate) {
    // Does not look for a while, as an engine does that has not begun.
    while (!looks) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    while (!fate.stop().is_raised()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }));
  wait_for([&] { return metrics_.searches_running == 1; });
  pool.cancel(*ticket);
  looks = true;
  wait_for([&] { return metrics_.searches_running == 0; });
}

/// What was put back runs again: its stop was for the run before.
TEST_F(SearchPoolTest, APreemptedJobIsNotStoppedWhenItRunsAgain) {
  SearchPool::Size size = one_thread();
  size.slice_ms = 20;
  size.quick_ms = 10;
  SearchPool pool(size, metrics_);
  std::atomic<int> runs{0};
  std::atomic<bool> was_raised_at_once{false};
  const auto endless = [&](const SearchPool::Fate& fate) {
    if (fate.stop().is_raised()) was_raised_at_once = true;
    ++runs;
    while (!fate.stop().is_raised()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  SearchPool::Task one = task_of("a", endless);
  one.urgency = SearchPool::Urgency::kAnalysis;
  SearchPool::Task other = task_of("b", endless);
  other.urgency = SearchPool::Urgency::kAnalysis;
  ASSERT_TRUE(pool.submit(std::move(one)));
  ASSERT_TRUE(pool.submit(std::move(other)));
  wait_for([&] { return runs >= 4; });
  EXPECT_FALSE(was_raised_at_once);
}

TEST_F(SearchPoolTest, ClosingStopsWhatRuns) {
  Endless endless;
  SearchPool pool(one_thread(), metrics_);
  ASSERT_TRUE(pool.submit(endless.task("a")));
  wait_for([&] { return metrics_.searches_running == 1; });
  pool.close();
  EXPECT_TRUE(endless.stopped);
  EXPECT_FALSE(pool.submit(noting("a", "late", notes_, mutex_)).ok());
}

TEST_F(SearchPoolTest, AShortSearchWaitsForNoLongOne) {
  Endless long_ones[12];
  SearchPool pool({2, 8, 64, 5, kNever, kNever}, metrics_);
  for (int i = 0; i < 12; ++i) {
    SearchPool::Task task = long_ones[i].task("a");
    task.payer.party = std::to_string(i);
    ASSERT_TRUE(pool.submit(std::move(task)));
  }
  ASSERT_TRUE(pool.submit(noting("b", "another client", notes_, mutex_)));
  ASSERT_TRUE(pool.submit(noting("a", "the same client", notes_, mutex_)));
  wait_for([&] {
    const std::lock_guard lock(mutex_);
    return notes_.size() == 2;
  });
  wait_for([&] { return metrics_.searches_running == 2; });
  EXPECT_EQ(metrics_.searches_waiting, 10) << "the long ones wait for each other";
}

TEST_F(SearchPoolTest, LongSearchesTakeTurns) {
  Endless a;
  Endless b;
  SearchPool pool({1, 8, 64, 5, 20, kNever}, metrics_);
  for (const auto& task : {a.task("a"), b.task("b")}) ASSERT_TRUE(pool.submit(task));
  wait_for([&] { return a.begun >= 3 && b.begun >= 3; });
}

TEST_F(SearchPoolTest, WhoeverUsedMuchWaitsForWhoeverUsedLittle) {
  Endless greedy[3];
  Endless modest;
  SearchPool pool({1, 8, 64, 5, 20, 20}, metrics_);
  for (Endless& one : greedy) ASSERT_TRUE(pool.submit(one.task("greedy")));
  wait_for([&] { return greedy[0].begun + greedy[1].begun + greedy[2].begun >= 6; });
  ASSERT_TRUE(pool.submit(modest.task("modest")));
  wait_for([&] { return modest.begun >= 1; });
}

TEST_F(SearchPoolTest, NoSearchLastsLongerThanItsMost) {
  std::atomic<bool> counts{false};
  SearchPool pool({1, 8, 64, 5, kNever, kNever}, metrics_);
  SearchPool::Task task = task_of("a", [&](const SearchPool::Fate& fate) {
    while (!fate.stop().is_raised()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    counts = !fate.is_interrupted();
  });
  task.most_ms = 50;
  ASSERT_TRUE(pool.submit(std::move(task)));
  wait_for([&] { return counts.load(); });
}

// The seats of every game have seeds of their own. What a level costs is known from the games before.
TEST(SearchKind, AnotherSeedIsTheSameKind) {
  const auto position = catalog::AnyPosition::initial("omega", {{"side", "5"}});
  ASSERT_TRUE(position.ok());
  const auto kind = [&](const std::string& spec, int depth) {
    server::EngineQuestion question{
        {}, SearchPool::Urgency::kGame, {"a game", "omega", position->rules(), spec}, *position, {}, {}};
    question.limits.depth = depth;
    return server::search_kind(question);
  };
  EXPECT_EQ(kind("level-1,seed=7", 0), kind("level-1,seed=8", 0));
  EXPECT_EQ(kind("level-1,seed=7", 0), kind("level-1", 0));
  EXPECT_NE(kind("level-1,seed=7", 0), kind("level-2,seed=7", 0));
  EXPECT_NE(kind("level-1,seed=7", 0), kind("level-1,seed=7", 1));
}

TEST(FairShareTest, ANewConnectionGainsNothing) {
  server::FairShare share;
  share.charge({"a", "modest"}, 100, 0);
  for (int i = 0; i < 10; ++i) share.charge({"a", "greedy"}, 1'000, 0);
  EXPECT_GT(share.used({"a", "new"}, 0).party_ms, share.used({"a", "modest"}, 0).party_ms);
  EXPECT_EQ(share.used({"a", "new"}, 0).client_ms, 10'100);
  EXPECT_EQ(share.used({"b", "new"}, 0).client_ms, 0);
}

TEST(FairShareTest, WhatWasUsedFades) {
  server::FairShare share;
  share.charge({"a", "1"}, 1'000, 0);
  EXPECT_NEAR(share.used({"a", "1"}, 10'000).client_ms, 500, 1);
  EXPECT_NEAR(share.used({"a", "1"}, 20'000).party_ms, 250, 1);
}

TEST(LoopLoadTest, PutsOffOnlyThoseWhoUseMuchAndOnlyWhileItIsBusy) {
  server::LoopLoad load;
  server::Fading greedy(server::LoopLoad::kHalfLifeMs);
  const server::Fading modest(server::LoopLoad::kHalfLifeMs);
  greedy.add(100, 0);
  load.add(100, 0);
  EXPECT_FALSE(load.is_too_much(greedy, 0)) << "there is enough for all";
  load.add(900, 0);
  EXPECT_TRUE(load.is_too_much(greedy, 0));
  EXPECT_FALSE(load.is_too_much(modest, 0));
  EXPECT_FALSE(load.is_too_much(greedy, 5'000)) << "all is forgotten";
}

TEST(LoopLoadTest, ManyGamesOfOneClientGoSlower) {
  server::LoopLoad load;
  EXPECT_EQ(load.pause_factor("a"), 1);
  for (int i = 0; i < 320; ++i) load.begin_pause("a");
  EXPECT_GE(load.pause_factor("a"), 20);
  EXPECT_EQ(load.pause_factor("b"), 1);
  for (int i = 0; i < 320; ++i) load.end_pause("a");
  EXPECT_EQ(load.pause_factor("a"), 1);
}

TEST(TokenBucketTest, LetsABurstThroughAndThenARate) {
  server::TokenBucket bucket(10, 5);
  int taken = 0;
  for (int i = 0; i < 20; ++i) taken += bucket.take(1'000) ? 1 : 0;
  EXPECT_EQ(taken, 5);
  EXPECT_TRUE(bucket.take(1'100));
  EXPECT_FALSE(bucket.take(1'100));
}

TEST(ClockFaceTest, CountsTheRunningSeatOnly) {
  std::vector<store::SeatRow> seats(2);
  for (auto& seat : seats) seat.clock = store::ClockRow{10'000, 1'000};
  server::ClockFace clock(seats);
  clock.start(0, 100);
  EXPECT_EQ(clock.remaining_ms(0, 3'100), 7'000);
  EXPECT_EQ(clock.remaining_ms(1, 3'100), 10'000);
  clock.stop(3'100);
  clock.end_turn(0);
  EXPECT_EQ(clock.remaining_ms(0, 9'000), 8'000);
  clock.start(1, 9'000);
  EXPECT_FALSE(clock.has_fallen(1, 18'999));
  EXPECT_TRUE(clock.has_fallen(1, 19'000));
  EXPECT_FALSE(server::ClockFace(std::vector<store::SeatRow>(2)).is_used());
}

TEST(TurnsTest, TakeBackAndSwapPoint) {
  const auto ply = [](int seat, bool ends) {
    server::PlyView view;
    view.seat = seat;
    view.ends_turn = ends;
    return view;
  };
  const std::vector<server::PlyView> plies = {ply(0, false), ply(0, true), ply(1, false), ply(1, true), ply(0, false)};
  EXPECT_EQ(server::take_back_to(plies, server::seat_bit(0)), 4U);
  EXPECT_EQ(server::take_back_to(plies, server::seat_bit(1)), 2U);
  EXPECT_EQ(server::take_back_to({plies[0], plies[1]}, server::seat_bit(0)), 0U);
  EXPECT_FALSE(server::take_back_to({plies[0], plies[1]}, server::seat_bit(1)));
  EXPECT_EQ(server::swap_point(plies, 1), 2U);
  EXPECT_EQ(server::swap_point(plies, 3), 4U);
  EXPECT_FALSE(server::swap_point(plies, 5));
  EXPECT_FALSE(server::swap_point(plies, 0));
}

TEST(OriginCheck, KnowsItsOwnNames) {
  for (const char* own :
       {"localhost", "localhost:7271", "127.0.0.1:80", "192.168.1.7:7271", "[::1]:7271", "Games.Example:1"}) {
    EXPECT_TRUE(server::is_own_host(own, {"games.example"})) << own;
  }
  for (const char* alien : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:7271", "localhost:x",
                            "localhost:99999", "[::1", "1.2.3", "1.2.3.999", ":80"}) {
    EXPECT_FALSE(server::is_own_host(alien, {"games.example"})) << alien;
  }
  EXPECT_TRUE(server::is_own_origin("http://localhost:7271", "localhost:7271"));
  EXPECT_TRUE(server::is_own_origin("https://games.example", "games.example"));
  EXPECT_FALSE(server::is_own_origin("http://evil.example", "localhost:7271"));
  EXPECT_FALSE(server::is_own_origin("http://localhost:7272", "localhost:7271"));
  EXPECT_FALSE(server::is_own_origin("null", "localhost:7271"));
}

}  // namespace partita::server_test
