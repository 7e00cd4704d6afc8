#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "base/clock.h"
#include "store/database_fixture.h"

// Several servers on one PostgreSQL: whose a game is, and that nobody else writes it.
namespace partita::store_test {

namespace {

using store::Lease;
using store::Store;

constexpr std::int64_t kLongMs = 60'000;
constexpr std::int64_t kShortMs = 300;

store::GameRow game_called(const std::string& id) {
  store::GameRow game;
  game.id = id;
  game.game = "hex";
  game.start = "startpos";
  game.seats.resize(2);
  return game;
}

std::unique_ptr<Store> open_as(const std::string& url, const std::string& server) {
  auto opened = Store::open_shared(url, server, "http://" + server);
  EXPECT_TRUE(opened) << opened.error();
  return opened ? std::move(*opened) : nullptr;
}

Lease take(Store& store, const std::string& id) {
  store.begin();
  const auto lease = store.take_lease(id);
  store.commit();
  EXPECT_TRUE(lease);
  return lease.value_or(Lease{});
}

/// Writes a move as the owner with this fence; whether it was let.
bool play(Store& store, const std::string& id, std::int64_t fence, int ply, const std::string& move) {
  store.begin();
  try {
    store.hold_lease(id, fence);
    store.append_move(id, ply, {move, -1, ""}, 1);
    store.commit();
    return true;
  } catch (const store::LeaseLost&) {
    store.rollback();
    return false;
  }
}

/// As if the database's clock had been set by so much since the last sign of life.
void set_clock(const std::string& url, std::int64_t by_ms) {
  soci::session sql("postgresql", url);
  const std::string less = " - (" + std::to_string(by_ms) + ")";
  sql << "update server_leases set seen_ms = seen_ms" + less + ", expires_ms = expires_ms" + less;
}

}  // namespace

class LeaseTest : public testing::Test {
 protected:
  void SetUp() override {
    PostgresServer& server = PostgresServer::instance();
    if (!server.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << server.why_not();
    url_ = server.fresh_url();
    first_ = open_as(url_, "first");
    second_ = open_as(url_, "second");
    ASSERT_TRUE(first_ && second_);
    first_->create_game(game_called("game"));
    first_->renew_leases(kLongMs);
    second_->renew_leases(kLongMs);
  }

  TemporaryFolder folder_;
  std::string url_;
  std::unique_ptr<Store> first_;
  std::unique_ptr<Store> second_;
};

TEST_F(LeaseTest, AGameHasOneServerAndTheOthersAreToldWhich) {
  const Lease mine = take(*first_, "game");
  EXPECT_TRUE(mine.is_ours);
  EXPECT_EQ(mine.fence, 1);
  EXPECT_EQ(take(*first_, "game").fence, 1) << "asked again it is the same lease";
  const Lease theirs = take(*second_, "game");
  EXPECT_FALSE(theirs.is_ours);
  EXPECT_EQ(theirs.server, "first");
  EXPECT_EQ(theirs.address, "http://first");
  EXPECT_TRUE(play(*first_, "game", 1, 0, "a1"));
  EXPECT_FALSE(play(*second_, "game", 1, 1, "b2")) << "the right number in the wrong hands";
  second_->begin();
  EXPECT_FALSE(second_->take_lease("no-game"));
  second_->commit();
}

TEST_F(LeaseTest, WhoIsSilentLosesItsGamesAndCannotWriteThemAnyMore) {
  first_->renew_leases(kShortMs);
  ASSERT_TRUE(take(*first_, "game").is_ours);
  ASSERT_TRUE(play(*first_, "game", 1, 0, "a1"));
  std::this_thread::sleep_for(std::chrono::milliseconds(2 * kShortMs));
  EXPECT_TRUE(play(*first_, "game", 1, 1, "b2")) << "nobody has taken it: late is not too late";
  const Lease lease = take(*second_, "game");
  EXPECT_TRUE(lease.is_ours);
  EXPECT_EQ(lease.fence, 2);
  EXPECT_FALSE(play(*first_, "game", 1, 2, "c3"));
  first_->renew_leases(kLongMs);
  EXPECT_FALSE(play(*first_, "game", 1, 2, "c3")) << "a sign of life does not bring it back";
  EXPECT_FALSE(take(*first_, "game").is_ours);
  EXPECT_TRUE(play(*second_, "game", 2, 2, "d4"));
  const auto game = second_->load_game("game");
  ASSERT_TRUE(game);
  ASSERT_EQ(game->moves.size(), 3U);
  EXPECT_EQ(game->moves[2].move, "d4");
}

TEST_F(LeaseTest, WhoLeavesIsNotWaitedFor) {
  ASSERT_TRUE(take(*first_, "game").is_ours);
  first_->leave();
  EXPECT_EQ(take(*second_, "game").fence, 2);
}

TEST_F(LeaseTest, OfManyWhoAskAtOnceOneGetsIt) {
  std::atomic<int> owners{0};
  std::vector<std::thread> askers;
  for (int i = 0; i < 6; ++i) {
    askers.emplace_back([&, i] {
      const auto store = open_as(url_, "server " + std::to_string(i));
      store->renew_leases(kLongMs);
      for (int round = 0; round < 10; ++round) {
        if (take(*store, "game").is_ours && round == 0) ++owners;
      }
    });
  }
  for (std::thread& asker : askers) asker.join();
  EXPECT_EQ(owners, 1);
}

TEST_F(LeaseTest, WhatIsBeingWrittenIsThereForTheNextOwner) {
  first_->renew_leases(1);
  ASSERT_TRUE(take(*first_, "game").is_ours);
  first_->begin();
  first_->hold_lease("game", 1);
  first_->append_move("game", 0, {"a1", -1, ""}, 1);
  std::atomic<bool> has_committed{false};
  std::thread next([&] {
    EXPECT_TRUE(take(*second_, "game").is_ours);
    EXPECT_TRUE(has_committed) << "it did not wait for the write under way";
    EXPECT_EQ(second_->load_game("game")->moves.size(), 1U);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  has_committed = true;
  first_->commit();
  next.join();
}

TEST_F(LeaseTest, WhoSleepsInTheMiddleOfAWriteKeepsNobodyFromTheGame) {
  first_->renew_leases(1);
  ASSERT_TRUE(take(*first_, "game").is_ours);
  first_->begin();
  first_->hold_lease("game", 1);
  first_->append_move("game", 0, {"a1", -1, ""}, 1);
  // The row is locked. Nobody waits for it long, and in the end the database gives the sleeper up.
  const base::Stopwatch watch;
  bool is_ours = false;
  while (!is_ours && watch.seconds() < 20) {
    second_->begin();
    try {
      is_ours = second_->take_lease("game")->is_ours;
      second_->commit();
    } catch (const std::exception&) {
      second_->rollback();
    }
  }
  EXPECT_TRUE(is_ours);
  EXPECT_LT(watch.seconds(), 5);
  EXPECT_THROW(first_->commit(), std::exception);
  EXPECT_EQ(second_->load_game("game")->moves.size(), 0U);
}

TEST_F(LeaseTest, TheTimeThatAClockRanOutlivesItsServer) {
  ASSERT_TRUE(take(*first_, "game").is_ours);
  const base::Stopwatch watch;
  ASSERT_TRUE(play(*first_, "game", 1, 0, "a1"));
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  first_->renew_leases(1);
  const auto most_ms = static_cast<std::int64_t>(1'000 * watch.seconds()) + 1;
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const Lease second = take(*second_, "game");
  EXPECT_TRUE(second.is_taken_over);
  EXPECT_GE(second.used_ms, 399);
  EXPECT_LE(second.used_ms, most_ms) << "counted until the first one's last sign of life";
  EXPECT_FALSE(take(*second_, "game").is_taken_over) << "asked again, nothing is taken over";
  second_->leave();
  const Lease third = take(*open_as(url_, "third"), "game");
  EXPECT_EQ(third.used_ms, second.used_ms) << "nobody came while the second one had it: the clock stood";
  const auto fourth_store = open_as(url_, "fourth");
  const Lease fourth = take(*fourth_store, "game");
  ASSERT_TRUE(fourth.is_ours) << "the third one never gave a sign of life";
  fourth_store->renew_leases(kLongMs);
  ASSERT_TRUE(play(*fourth_store, "game", fourth.fence, 1, "b2"));
  fourth_store->leave();
  EXPECT_LT(take(*first_, "game").used_ms, second.used_ms) << "a move begins a new turn";
}

TEST_F(LeaseTest, ManyGamesAreTakenAndReadAtOnce) {
  std::vector<std::string> ids;
  for (int i = 0; i < 40; ++i) {
    store::GameRow game = game_called("many" + std::to_string(i));
    game.seats[0].name = "player " + std::to_string(i);
    for (int ply = 0; ply < i % 12; ++ply) game.moves.push_back({"m" + std::to_string(ply), ply, ""});
    first_->create_game(game);
    ids.push_back(game.id);
  }
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(take(*first_, ids[static_cast<std::size_t>(i)]).is_ours);
  ids.emplace_back("no-such-game");
  second_->begin();
  auto leases = second_->take_leases(ids);
  second_->commit();
  ASSERT_EQ(leases.size(), 40U) << "those that are there";
  EXPECT_EQ(leases.at("many0").server, "first");
  EXPECT_GT(leases.at("many0").left_ms, 0);
  EXPECT_EQ(leases.at("many35").server, "second") << "nobody had it";
  EXPECT_FALSE(leases.at("many35").is_taken_over);
  first_->leave();
  second_->begin();
  leases = second_->take_leases(ids);
  const auto games = second_->load_games(ids);
  second_->commit();
  ASSERT_EQ(games.size(), 40U);
  for (int i = 0; i < 40; ++i) {
    const std::string& id = ids[static_cast<std::size_t>(i)];
    EXPECT_TRUE(leases.at(id).is_ours);
    EXPECT_EQ(leases.at(id).fence, i < 30 ? 2 : 1);
    EXPECT_EQ(leases.at(id).is_taken_over, i < 30);
    EXPECT_EQ(games.at(id), *second_->load_game(id));
  }
}

TEST_F(LeaseTest, WhichGamesAreLostIsTold) {
  first_->create_game(game_called("other"));
  ASSERT_TRUE(take(*first_, "game").is_ours && take(*first_, "other").is_ours);
  EXPECT_TRUE(first_->lost_leases({{"game", 1}, {"other", 1}}).empty());
  first_->leave();
  ASSERT_TRUE(take(*second_, "other").is_ours);
  EXPECT_EQ(first_->lost_leases({{"game", 1}, {"other", 1}}), std::vector<std::string>{"other"});
  EXPECT_EQ(first_->lost_leases({{"game", 2}}), std::vector<std::string>{"game"}) << "not with this fence";
}

TEST_F(LeaseTest, AloneAndTogetherExcludeEachOther) {
  const auto alone = Store::open_alone(url_, "http://alone");
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().find("another server uses it"), std::string::npos) << alone.error();
  const std::string other = PostgresServer::instance().fresh_url();
  const auto held = Store::open_alone(other, "http://alone");
  ASSERT_TRUE(held);
  const auto together = Store::open_shared(other, "third", "http://third");
  ASSERT_FALSE(together);
  EXPECT_NE(together.error().find("another server uses it"), std::string::npos) << together.error();
  const auto file = Store::open_shared((folder_.path() / "games.sqlite").string(), "third", "http://third");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().find("postgresql://"), std::string::npos) << file.error();
}

TEST_F(LeaseTest, AKilledProcessLosesItsGamesWithinSecondsAndNothingItHadWritten) {
  constexpr std::int64_t kLeaseMs = 1'500;
  first_.reset();
  second_.reset();
  int ready[2] = {};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto store = Store::open_shared(url_, "child", "http://child");
    if (!store) ::_exit(1);
    (*store)->renew_leases(kLeaseMs);
    (*store)->begin();
    const auto lease = (*store)->take_lease("game");
    (*store)->commit();
    const bool is_fine = lease && lease->is_ours && play(**store, "game", lease->fence, 0, "a1");
    // Killed in the middle of this one.
    (*store)->begin();
    (*store)->hold_lease("game", 1);
    (*store)->append_move("game", 1, {"b2", -1, ""}, 1);
    [[maybe_unused]] const auto written = ::write(ready[1], is_fine ? "y" : "n", 1);
    for (;;) ::pause();
  }
  char answer = '?';
  ASSERT_EQ(::read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const base::Stopwatch watch;
  second_ = open_as(url_, "second");
  second_->renew_leases(kLongMs);
  Lease lease = take(*second_, "game");
  while (!lease.is_ours && watch.seconds() < 30) {
    EXPECT_EQ(lease.server, "child");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    lease = take(*second_, "game");
  }
  EXPECT_TRUE(lease.is_ours);
  EXPECT_EQ(lease.fence, 2);
  EXPECT_LT(watch.seconds(), 5);
  ASSERT_EQ(second_->load_game("game")->moves.size(), 1U) << "what was committed, and nothing half done";
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(LeaseTest, IsNotLongerThanItsLengthIfTheClockIsSetBack) {
  first_->renew_leases(kShortMs);
  ASSERT_TRUE(take(*first_, "game").is_ours);
  set_clock(url_, -600'000);
  second_->renew_leases(kLongMs);
  // The first one is dead: it gives no sign of life by the new clock.
  std::this_thread::sleep_for(std::chrono::milliseconds(kShortMs));
  const Lease taken = take(*second_, "game");
  EXPECT_TRUE(taken.is_ours) << "another ten minutes, left " << taken.left_ms;
  EXPECT_FALSE(play(*first_, "game", taken.fence - 1, 0, "a1"));
  EXPECT_TRUE(play(*second_, "game", taken.fence, 0, "a1"));
}

TEST_F(LeaseTest, OfWhoIsAliveHoldsAfterTheClockWasSetBack) {
  ASSERT_TRUE(take(*first_, "game").is_ours);
  set_clock(url_, -600'000);
  EXPECT_FALSE(first_->renew_leases(kLongMs)) << "it hears that its lease did not hold for a moment";
  EXPECT_TRUE(first_->renew_leases(kLongMs));
  second_->renew_leases(kLongMs);
  const Lease asked = take(*second_, "game");
  EXPECT_FALSE(asked.is_ours);
  EXPECT_LE(asked.left_ms, kLongMs);
}

TEST_F(LeaseTest, IsHeardToHaveLapsedIfTheClockIsSetForward) {
  EXPECT_TRUE(first_->renew_leases(kLongMs));
  set_clock(url_, 600'000);
  EXPECT_FALSE(first_->renew_leases(kLongMs));
}

}  // namespace partita::store_test
