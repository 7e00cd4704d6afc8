#include "server/search_pool.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

#include "server/clock_face.h"
#include "server/origin_check.h"
#include "server/rate_limit.h"
#include "server/turns.h"

namespace partita::server_test {

using server::SearchPool;

namespace {

/// A job that notes its name when it runs.
SearchPool::Job noting(std::string client, std::string name, std::vector<std::string>& notes, std::mutex& mutex) {
  return {std::move(client), SearchPool::Urgency::kGame,
          [name = std::move(name), &notes, &mutex](const SearchPool::Fate&) {
            const std::lock_guard lock(mutex);
            notes.push_back(name);
          },
          [] {}};
}

}  // namespace

class SearchPoolTest : public testing::Test {
 protected:
  /// Keeps the only thread busy until the promise is kept.
  void block(SearchPool& pool, std::shared_future<void> until) {
    std::promise<void> begun;
    auto at_work = begun.get_future();
    ASSERT_TRUE(pool.submit({"blocker", SearchPool::Urgency::kGame,
                             [&begun, until](const SearchPool::Fate&) {
                               begun.set_value();
                               until.wait();
                             },
                             [] {}}));
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
  SearchPool pool({1, 1, 8}, metrics_);
  std::promise<void> gate;
  block(pool, gate.get_future().share());
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.submit(noting("a", "a" + std::to_string(i), notes_, mutex_)));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pool.submit(noting("b", "b" + std::to_string(i), notes_, mutex_)));
  gate.set_value();
  wait_for([&] {
    const std::lock_guard lock(mutex_);
    return notes_.size() == 6;
  });
  EXPECT_EQ(notes_, (std::vector<std::string>{"a0", "b0", "a1", "b1", "a2", "b2"}));
}

TEST_F(SearchPoolTest, AClientMayQueueOnlySoMuch) {
  SearchPool pool({1, 1, 2}, metrics_);
  std::promise<void> gate;
  block(pool, gate.get_future().share());
  EXPECT_TRUE(pool.submit(noting("a", "1", notes_, mutex_)).ok());
  EXPECT_TRUE(pool.submit(noting("a", "2", notes_, mutex_)).ok());
  EXPECT_FALSE(pool.submit(noting("a", "3", notes_, mutex_)).ok());
  EXPECT_TRUE(pool.submit(noting("b", "4", notes_, mutex_)).ok());
  gate.set_value();
}

TEST_F(SearchPoolTest, ACancelledJobThatWaitsNeverRuns) {
  SearchPool pool({1, 1, 8}, metrics_);
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
  SearchPool pool({1, 1, 8}, metrics_);
  std::atomic<int> stops{0};
  std::atomic<bool> looks{false};
  const auto ticket = pool.submit({"a", SearchPool::Urgency::kGame,
                                   [&](const SearchPool::Fate&) {
                                     // Does not look for a while, as an engine does that has not begun.
                                     while (!looks || stops == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                   },
                                   [&] { ++stops; }});
  wait_for([&] { return metrics_.searches_running == 1; });
  pool.cancel(*ticket);
  looks = true;
  wait_for([&] { return metrics_.searches_running == 0; });
  EXPECT_EQ(stops, 1);
}

TEST_F(SearchPoolTest, ClosingStopsWhatRuns) {
  std::atomic<bool> stopped{false};
  SearchPool pool({1, 1, 8}, metrics_);
  ASSERT_TRUE(pool.submit({"a", SearchPool::Urgency::kAnalysis,
                           [&](const SearchPool::Fate&) {
                             while (!stopped) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                           },
                           [&] { stopped = true; }}));
  wait_for([&] { return metrics_.searches_running == 1; });
  pool.close();
  EXPECT_TRUE(stopped);
  EXPECT_FALSE(pool.submit(noting("a", "late", notes_, mutex_)).ok());
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
  for (const char* own : {"localhost", "localhost:7271", "127.0.0.1:80", "192.168.1.7:7271", "[::1]:7271", "Games.Example:1"}) {
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
