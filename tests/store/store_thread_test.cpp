#include "store/store_thread.h"

#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include "store/database_fixture.h"

namespace partita::store_test {

using store::GameRow;
using store::Store;
using store::StoreThread;

namespace {

GameRow empty_game(const std::string& id) {
  GameRow game;
  game.id = id;
  game.game = "omega";
  game.seats.resize(2);
  return game;
}

/// Posts and waits; the failure, or empty.
std::string carried_out(StoreThread& thread, StoreThread::Task task) {
  std::promise<std::string> done;
  thread.post(std::move(task), [&](const std::string& failure) { done.set_value(failure); });
  return done.get_future().get();
}

}  // namespace

class StoreThreadTest : public OnBothDatabases {};

TEST_P(StoreThreadTest, WhatIsReportedDoneIsSeenByAnotherConnection) {
  StoreThread thread(open());
  EXPECT_EQ(carried_out(thread, [](Store& store) { store.create_game(empty_game("g1")); }), "");
  EXPECT_TRUE(open()->load_game("g1"));
}

TEST_P(StoreThreadTest, TasksThatWaitTogetherShareCommits) {
  StoreThread thread(open());
  carried_out(thread, [](Store& store) { store.create_game(empty_game("g1")); });
  std::promise<void> gate;
  auto opened = gate.get_future().share();
  thread.post([opened](Store&) { opened.wait(); }, [](const std::string&) {});
  std::atomic<int> done{0};
  for (int ply = 0; ply < 200; ++ply) {
    thread.post(
        [ply](Store& store) {
          store.append_move("g1", ply, {"m" + std::to_string(ply), -1, ""}, ply);
        },
        [&](const std::string& failure) { done += failure.empty() ? 1 : 0; });
  }
  gate.set_value();
  carried_out(thread, [](Store&) {});
  EXPECT_EQ(done.load(), 200);
  EXPECT_LE(thread.counts().commits.load(), 10U);
  EXPECT_EQ(open()->load_game("g1")->moves.size(), 200U);
}

TEST_P(StoreThreadTest, WhatTookLongIsReportedBeforeTheNextIsBegun) {
  StoreThread thread(open());
  std::promise<void> gate;
  auto opened = gate.get_future().share();
  thread.post([opened](Store&) { opened.wait(); }, [](const std::string&) {});
  std::atomic<bool> is_reported{false};
  std::atomic<bool> has_waited{false};
  thread.post([](Store&) { std::this_thread::sleep_for(std::chrono::milliseconds(700)); },
              [&](const std::string& failure) { is_reported = failure.empty(); });
  thread.post([&](Store&) { has_waited = is_reported.load(); }, [](const std::string&) {});
  gate.set_value();
  thread.close();
  EXPECT_TRUE(has_waited) << "one transaction for all of them would keep the first waiting for the last";
}

TEST_P(StoreThreadTest, OneBadTaskDoesNotHarmTheOthersOfItsBatch) {
  StoreThread thread(open());
  carried_out(thread, [](Store& store) { store.create_game(empty_game("g1")); });
  std::promise<void> gate;
  auto opened = gate.get_future().share();
  thread.post([opened](Store&) { opened.wait(); }, [](const std::string&) {});
  std::vector<std::string> failures(3);
  for (int i = 0; i < 3; ++i) {
    const std::string id = i == 1 ? "unknown" : "g1";
    thread.post(
        [id, i](Store& store) {
          store.append_move(id, i / 2, {"m" + std::to_string(i), -1, ""}, 1);
        },
        [&failures, i](const std::string& failure) { failures[static_cast<std::size_t>(i)] = failure; });
  }
  gate.set_value();
  carried_out(thread, [](Store&) {});
  EXPECT_EQ(failures[0], "");
  EXPECT_NE(failures[1], "");
  EXPECT_EQ(failures[2], "");
  EXPECT_EQ(open()->load_game("g1")->moves.size(), 2U);
  EXPECT_TRUE(thread.is_healthy());
}

TEST_P(StoreThreadTest, FinishesWhatWasPostedBeforeItGoes) {
  std::atomic<int> done{0};
  {
    StoreThread thread(open());
    for (int i = 0; i < 50; ++i) {
      thread.post([i](Store& store) { store.create_game(empty_game("g" + std::to_string(i))); },
                  [&](const std::string&) { ++done; });
    }
  }
  EXPECT_EQ(done.load(), 50);
  EXPECT_EQ(open()->game_count(), 50);
}

INSTANTIATE_TEST_SUITE_P(Databases, StoreThreadTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& database) { return std::string(database.param); });

TEST(StoreThreadOnPostgres, ComesBackWhenTheDatabaseWasAway) {
  PostgresServer& server = PostgresServer::instance();
  if (!server.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << server.why_not();
  const std::string url = server.fresh_url();
  auto store = Store::open(url);
  ASSERT_TRUE(store.ok());
  StoreThread thread(std::move(*store));
  EXPECT_EQ(carried_out(thread, [](Store& s) { s.create_game(empty_game("g1")); }), "");
  server.stop("immediate");
  EXPECT_NE(carried_out(thread, [](Store& s) { s.create_game(empty_game("g2")); }), "");
  EXPECT_FALSE(thread.is_healthy());
  ASSERT_TRUE(server.start());
  EXPECT_EQ(carried_out(thread, [](Store& s) { s.create_game(empty_game("g3")); }), "");
  EXPECT_TRUE(thread.is_healthy());
}

TEST(StoreThreadOnPostgres, WritesNothingWhileAnotherHasTheDatabase) {
  PostgresServer& server = PostgresServer::instance();
  if (!server.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << server.why_not();
  const std::string url = server.fresh_url();
  auto store = Store::open_alone(url, "the first");
  ASSERT_TRUE(store.ok()) << store.error();
  StoreThread thread(std::move(*store));
  std::uint64_t generation = 0;
  const auto create = [&](const std::string& id) {
    return carried_out(thread, [&, id](Store& s) {
      generation = s.generation();
      s.create_game(empty_game(id));
    });
  };
  EXPECT_EQ(create("g1"), "");
  EXPECT_EQ(generation, 0U);
  soci::session raw("postgresql", url);
  const auto cut_off = [&] {
    raw << "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()";
  };
  cut_off();
  EXPECT_EQ(create("g2"), "") << "alone again, it goes on by itself";
  EXPECT_EQ(generation, 0U) << "nobody else was there meanwhile";
  cut_off();
  {
    auto second = Store::open_alone(url, "the second");
    ASSERT_TRUE(second.ok()) << second.error();
    EXPECT_NE(create("g3").find("(the second)"), std::string::npos);
    EXPECT_FALSE(thread.is_healthy());
    EXPECT_FALSE((*second)->load_game("g3"));
  }
  EXPECT_EQ(create("g4"), "");
  EXPECT_EQ(generation, 1U) << "what was read before the second came may be out of date";
}

}  // namespace partita::store_test
