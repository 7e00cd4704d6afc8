#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "base/clock.h"
#include "server/serve_child.h"
#include "store/database_fixture.h"
#include "work/nats_server.h"

// Several `partita serve --cluster` on one PostgreSQL and one NATS server: any of them serves any game.
namespace partita::server_test {

namespace {

constexpr const char* kTwoWithClocks =
    R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}],)"
    R"("clock":{"initial_ms":60000,"increment_ms":0}})";
constexpr const char* kTwoPlayers =
    R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})";

/// A player of one seat, through whichever server.
class Seated {
 public:
  Seated(std::string id, std::string token) : id_(std::move(id)), token_(std::move(token)) {}

  /// Whether the game is shown within the time; asked for again and again, as a page does.
  bool sit(ServeChild& server, double seconds = 20) {
    const base::Stopwatch watch;
    while (watch.seconds() < seconds) {
      client_ = std::make_unique<RawClient>(server.port());
      if (client_->upgrade() && client_->say(server_test::watch(id_, token_)) && hear_state()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
  }
  /// The next state, or false if the socket ends or the game is refused.
  bool hear_state() {
    while (auto message = client_->hear()) {
      if (type_of(*message) == "error") return false;
      if (type_of(*message) != "state") continue;
      state_ = *message;
      return true;
    }
    return false;
  }
  bool sees(std::int64_t ply) {
    while (this->ply() < ply && hear_state()) continue;
    return this->ply() == ply;
  }
  std::int64_t ply() const { return state_.at("position").at("ply").as_int64(); }
  std::int64_t mover() const { return state_.at("position").at("mover").as_int64(); }
  std::int64_t clock_ms(std::size_t seat) const {
    return state_.at("clocks").at("remaining_ms").as_array().at(seat).as_int64();
  }
  bool is_present(std::size_t seat) const { return state_.at("seats").as_array().at(seat).at("present").as_bool(); }
  /// The answer to the first legal move: "done", or the code of an error, or "closed".
  std::string play() {
    last_ply_ = ply();
    // Whoever is not to move is told no legal moves.
    const auto* legal = state_.at("position").as_object().if_contains("legal");
    const bool is_told = legal != nullptr && !legal->as_array().empty();
    last_move_ = is_told ? std::string(legal->as_array().at(0).at("move").as_string()) : "W:A1";
    return play_again();
  }
  /// The last move once more, as a client does that has not heard the answer.
  std::string play_again() {
    say_last_move();
    return hear_answer();
  }
  void say_last_move() {
    client_->say({{"type", "play"}, {"game_id", id_}, {"ply", last_ply_}, {"move", last_move_}, {"request", 7}});
  }
  std::string hear_answer() {
    while (auto message = client_->hear()) {
      if (type_of(*message) == "state") state_ = *message;
      const auto* request = message->if_contains("request");
      if (request == nullptr || request->as_int64() != 7) continue;
      return type_of(*message) == "done" ? "done" : code_of(*message);
    }
    return "closed";
  }

 private:
  std::string id_;
  std::string token_;
  std::unique_ptr<RawClient> client_;
  json::object state_;
  std::int64_t last_ply_ = 0;
  std::string last_move_;
};

/// Moves of whoever is to move; false if one is not acknowledged or not seen by both.
bool play_both(Seated& one, Seated& two, int plies) {
  for (int i = 0; i < plies; ++i) {
    const std::int64_t next = one.ply() + 1;
    if ((one.mover() == 0 ? one : two).play() != "done") return false;
    if (!one.sees(next) || !two.sees(next)) return false;
  }
  return true;
}

}  // namespace

class ManyServers : public testing::Test {
 protected:
  void SetUp() override {
    auto& postgres = store_test::PostgresServer::instance();
    if (!postgres.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << postgres.why_not();
    url_ = postgres.fresh_url();
    first_ = serve("first");
    second_ = serve("second");
    ASSERT_NE(first_->port(), 0) << first_->said();
    ASSERT_NE(second_->port(), 0) << second_->said();
  }
  std::unique_ptr<ServeChild> serve(const std::string& name) {
    return std::make_unique<ServeChild>(
        folder_.path() / name, std::vector<std::string>{"--database", url_, "--nats", nats_.url(), "--cluster",
                                                        "--search-threads", "1", "--verbose", "--log", log_of(name)});
  }
  std::string log_of(const std::string& name) const { return (folder_.path() / (name + ".jsonl")).string(); }
  /// What a server logged about each trace id.
  std::map<std::string, std::set<std::string>> traces(const std::string& name) const {
    std::map<std::string, std::set<std::string>> events;
    std::istringstream log(kit::read_whole(log_of(name)));
    for (std::string line; std::getline(log, line);) {
      const json::object entry = json::parse(line).as_object();
      if (const auto* trace = entry.if_contains("trace"))
        events[std::string(trace->as_string())].insert(std::string(entry.at("event").as_string()));
    }
    return events;
  }
  static std::int64_t moves_at(ServeChild& server, const std::string& id) {
    const std::string answer = server.http("GET /api/v1/games/" + id);
    if (!begins(answer, "HTTP/1.1 200")) return -1;
    return static_cast<std::int64_t>(
        json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).at("moves").as_array().size());
  }

  TemporaryFolder folder_;
  work::NatsServer nats_;
  std::string url_;
  std::unique_ptr<ServeChild> first_;
  std::unique_ptr<ServeChild> second_;
};

TEST_F(ManyServers, TwoWhoPlayEachOtherNeedNotBeOnOne) {
  const json::object created = first_->create(kTwoPlayers);
  const std::string id = id_of(created);
  Seated here(id, token_of(created, 0));
  Seated there(id, token_of(created, 1));
  Seated watcher(id, "");
  ASSERT_TRUE(here.sit(*first_));
  ASSERT_TRUE(there.sit(*second_));
  ASSERT_TRUE(watcher.sit(*second_));
  for (std::int64_t ply = 0; ply < 8; ++ply) {
    Seated& mover = here.mover() == 0 ? here : there;
    ASSERT_EQ(mover.play(), "done") << "ply " << ply;
    ASSERT_TRUE(here.sees(ply + 1));
    ASSERT_TRUE(there.sees(ply + 1));
    ASSERT_TRUE(watcher.sees(ply + 1));
  }
  EXPECT_EQ((here.mover() == 0 ? there : here).play(), "not-your-turn") << "refusals travel too";
  EXPECT_EQ(moves_at(*first_, id), 8);
  EXPECT_EQ(moves_at(*second_, id), 8);
  EXPECT_TRUE(begins(second_->http("GET /api/v1/games/" + id + "/record"), "HTTP/1.1 200"));
  EXPECT_EQ(moves_at(*second_, "abcdefghijkl"), -1);
  first_->end(SIGTERM);
  second_->end(SIGTERM);
  const auto at_first = traces("first");
  const auto at_second = traces("second");
  const std::set<std::string> done{"move_arrived", "move_written"};
  int passed_on = 0;
  for (int ply = 0; ply < 8; ++ply) {
    const std::string trace = id + "/" + std::to_string(ply);
    ASSERT_TRUE(at_first.contains(trace)) << trace;
    EXPECT_EQ(at_first.at(trace), done) << trace;
    if (!at_second.contains(trace)) continue;
    ++passed_on;
    EXPECT_EQ(at_second.at(trace), std::set<std::string>{"move_passed_on"}) << "one id at both servers";
  }
  EXPECT_EQ(passed_on, 4) << "two turns of two stones";
}

TEST_F(ManyServers, AFriendJoinsThroughTheOtherServer) {
  const json::object created =
      first_->create(R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"friend"}]})");
  const std::string invite(created.at("seats").as_array()[1].at("invite").as_string());
  const std::string answer =
      second_->http("POST /api/v1/games/" + id_of(created) + "/join", R"({"invite":")" + invite + R"("})");
  EXPECT_TRUE(begins(answer, "HTTP/1.1 200")) << answer;
  EXPECT_NE(answer.find("\"token\""), std::string::npos) << answer;
}

TEST_F(ManyServers, TheGamesOfAKilledServerGoOnAtAnother) {
  const json::object created = first_->create(kTwoPlayers);
  const std::string id = id_of(created);
  Seated one(id, token_of(created, 0));
  Seated two(id, token_of(created, 1));
  ASSERT_TRUE(one.sit(*first_));
  ASSERT_TRUE(two.sit(*second_)) << "passed on to the first";
  std::int64_t acknowledged = 0;
  for (; acknowledged < 4; ++acknowledged) {
    ASSERT_EQ((one.mover() == 0 ? one : two).play(), "done");
    ASSERT_TRUE(one.sees(acknowledged + 1) && two.sees(acknowledged + 1));
  }
  first_->end(SIGKILL);
  const base::Stopwatch watch;
  ASSERT_TRUE(one.sit(*second_));
  const double seconds = watch.seconds();
  EXPECT_LT(seconds, 5 + 5) << "five seconds; the rest is for machines that are busy";
  RecordProperty("seconds", std::to_string(seconds));
  EXPECT_EQ(one.ply(), acknowledged) << "nothing that was acknowledged is lost";
  while (two.hear_state()) continue;  // its server lets it go when the other is silent
  ASSERT_TRUE(two.sit(*second_));
  ASSERT_EQ((one.mover() == 0 ? one : two).play(), "done");
  // The first one comes back, and passes on what is now the second's.
  first_ = serve("first");
  ASSERT_NE(first_->port(), 0) << first_->said();
  ASSERT_TRUE(one.sit(*first_));
  EXPECT_EQ(one.ply(), acknowledged + 1);
  ASSERT_TRUE(two.sees(acknowledged + 1));
  ASSERT_EQ((one.mover() == 0 ? one : two).play(), "done");
  EXPECT_EQ(moves_at(*first_, id), acknowledged + 2);
}

TEST_F(ManyServers, WhoWasAwayForAWhileWritesNothingIntoGamesThatOthersHave) {
  const json::object created = first_->create(kTwoPlayers);
  const std::string id = id_of(created);
  Seated stale(id, token_of(created, 0));
  ASSERT_TRUE(stale.sit(*first_));
  ASSERT_EQ(stale.play(), "done");
  first_->signal(SIGSTOP);
  Seated one(id, token_of(created, 0));
  Seated two(id, token_of(created, 1));
  ASSERT_TRUE(one.sit(*second_));
  ASSERT_TRUE(two.sit(*second_));
  ASSERT_EQ((one.mover() == 0 ? one : two).play(), "done");
  ASSERT_TRUE(one.sees(2) && two.sees(2));
  first_->signal(SIGCONT);
  // It still believes that the game stands at its first ply and is its own.
  const std::string answer = stale.play();
  EXPECT_NE(answer, "done");
  ASSERT_TRUE(stale.sit(*first_)) << "asked again, it passes on";
  EXPECT_EQ(stale.ply(), 2);
  EXPECT_EQ(moves_at(*second_, id), 2);
}

TEST_F(ManyServers, WhoWasAwayDoesNotEvenAcknowledgeWhatItBelievesToHave) {
  const json::object created = first_->create(kTwoPlayers);
  Seated stale(id_of(created), token_of(created, 0));
  ASSERT_TRUE(stale.sit(*first_));
  ASSERT_EQ(stale.play(), "done");
  ASSERT_EQ(stale.play_again(), "done") << "an answer that was lost is given again";
  first_->signal(SIGSTOP);
  stale.say_last_move();  // the first thing that it reads afterwards
  Seated one(id_of(created), token_of(created, 0));
  ASSERT_TRUE(one.sit(*second_)) << "taken over: the move may have been taken back there";
  first_->signal(SIGCONT);
  EXPECT_NE(stale.hear_answer(), "done");
}

TEST_F(ManyServers, WhoWasAwayLooksAtItsLeasesBeforeItShowsAGame) {
  for (int round = 0; round < 3; ++round) {
    const json::object created = first_->create(kTwoPlayers);
    const std::string id = id_of(created);
    Seated stale(id, token_of(created, 0));
    ASSERT_TRUE(stale.sit(*first_));
    ASSERT_EQ(stale.play(), "done");
    RawClient reader(first_->port());
    RawClient watcher(first_->port());
    ASSERT_TRUE(watcher.upgrade());
    first_->signal(SIGSTOP);
    Seated one(id, token_of(created, 0));
    ASSERT_TRUE(one.sit(*second_)) << "taken over";
    ASSERT_EQ(one.play(), "done");
    // The first things that it reads when it wakes.
    watcher.say(server_test::watch(id, ""));
    reader.send("GET /api/v1/games/" + id + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    first_->signal(SIGCONT);
    const std::string answer = reader.http("");
    if (begins(answer, "HTTP/1.1 200")) {
      EXPECT_EQ(json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).at("moves").as_array().size(), 2U) << answer;
    } else {
      EXPECT_TRUE(begins(answer, "HTTP/1.1 503")) << answer;
    }
    while (const auto message = watcher.hear(3'000)) {
      if (type_of(*message) != "state") continue;
      EXPECT_EQ(message->at("position").at("ply").as_int64(), 2);
      break;
    }
  }
}

TEST_F(ManyServers, ClocksGoOnAtAnotherServerWhereTheyStood) {
  const json::object created = first_->create(kTwoWithClocks);
  const std::string id = id_of(created);
  Seated one(id, token_of(created, 0));
  Seated two(id, token_of(created, 1));
  ASSERT_TRUE(one.sit(*first_) && two.sit(*second_));
  ASSERT_TRUE(play_both(one, two, 4));  // Omega: two stones a turn, the clocks run from the first whole turn on
  const auto mover = static_cast<std::size_t>(one.mover());
  const std::int64_t before_ms = one.clock_ms(mover);
  const std::int64_t others_ms = one.clock_ms(1 - mover);
  const base::Stopwatch thinking;
  std::this_thread::sleep_for(std::chrono::milliseconds(2'500));
  first_->end(SIGKILL);
  const auto thought_ms = static_cast<std::int64_t>(1'000 * thinking.seconds());
  ASSERT_TRUE(one.sit(*second_));
  constexpr std::int64_t kNoiseMs = 1'200;  // the lease is renewed every 400 ms
  EXPECT_LT(one.clock_ms(mover), before_ms - thought_ms + kNoiseMs) << "what was thought counts";
  EXPECT_GT(one.clock_ms(mover), before_ms - thought_ms - kNoiseMs) << "the time without a server does not";
  EXPECT_EQ(one.clock_ms(1 - mover), others_ms);
}

TEST_F(ManyServers, ADatabaseThatIsAwayLongerThanALeaseCostsNobodyHisGame) {
  auto& postgres = store_test::PostgresServer::instance();
  const json::object created = first_->create(kTwoPlayers);
  const std::string id = id_of(created);
  Seated one(id, token_of(created, 0));
  Seated two(id, token_of(created, 1));
  ASSERT_TRUE(one.sit(*first_) && two.sit(*second_));
  ASSERT_TRUE(play_both(one, two, 2));
  postgres.stop("immediate");
  EXPECT_EQ((one.mover() == 0 ? one : two).play(), "unavailable");
  std::this_thread::sleep_for(std::chrono::milliseconds(3'500));
  ASSERT_TRUE(postgres.start());
  Seated& mover = one.mover() == 0 ? one : two;
  ASSERT_TRUE(ServeChild::wait_for([&] { return mover.play_again() == "done"; }))
      << "on the same socket, once the server has its database again";
  ASSERT_TRUE(one.sees(3) && two.sees(3));
  EXPECT_EQ(moves_at(*second_, id), 3);
}

TEST_F(ManyServers, WithoutNatsEachServerGoesOnWithItsOwnGames) {
  const json::object created = first_->create(kTwoPlayers);
  const std::string id = id_of(created);
  Seated here(id, token_of(created, 0));
  Seated there(id, token_of(created, 1));
  ASSERT_TRUE(here.sit(*first_) && there.sit(*second_));
  ASSERT_EQ(here.mover(), 0);
  nats_.kill();
  ASSERT_EQ(here.play(), "done") << "its server needs nobody";
  EXPECT_FALSE(there.sees(1)) << "the socket is ended when the other server is silent";
  nats_.start();
  ASSERT_TRUE(there.sit(*second_));
  EXPECT_EQ(there.ply(), 1);
  ASSERT_TRUE(here.sit(*first_));
  ASSERT_TRUE(play_both(here, there, 3)) << "both ways";
}

TEST_F(ManyServers, APersonGoneFromTheOtherServerIsNotThoughtToBeHere) {
  const json::object created = first_->create(kTwoPlayers);
  Seated here(id_of(created), token_of(created, 0));
  ASSERT_TRUE(here.sit(*first_));
  {
    Seated there(id_of(created), token_of(created, 1));
    ASSERT_TRUE(there.sit(*second_));
    ASSERT_TRUE(here.hear_state());
    EXPECT_TRUE(here.is_present(1));
  }
  ASSERT_TRUE(here.hear_state());
  EXPECT_FALSE(here.is_present(1));
}

TEST_F(ManyServers, AServerThatIsEndedHandsItsGamesOverAtOnce) {
  const json::object created = first_->create(kTwoPlayers);
  Seated one(id_of(created), token_of(created, 0));
  ASSERT_TRUE(one.sit(*first_));
  ASSERT_EQ(one.play(), "done");
  first_->end(SIGTERM);
  ASSERT_TRUE(one.sit(*second_));
  EXPECT_EQ(one.ply(), 1);
}

TEST(ManyServersRefuse, WhatCannotBeShared) {
  const TemporaryFolder folder;
  ServeChild lonely(folder.path() / "a", {"--cluster"});
  EXPECT_EQ(lonely.exit_code(), 2) << lonely.said();
  EXPECT_NE(lonely.said().find("--nats"), std::string::npos) << lonely.said();
  const work::NatsServer nats;
  ServeChild sqlite(folder.path() / "b", {"--cluster", "--nats", nats.url()});
  EXPECT_EQ(sqlite.exit_code(), 2) << sqlite.said();
  EXPECT_NE(sqlite.said().find("postgresql://"), std::string::npos) << sqlite.said();
}

// Through another server: one that is told to go takes no question with it.
TEST_F(ManyServers, WhoReadsAGameWhileItsServerGoesIsAnswered) {
  const json::object created = first_->create(kTwoPlayers);
  Seated one(id_of(created), token_of(created, 0));
  ASSERT_TRUE(one.sit(*first_));
  ASSERT_EQ(one.play(), "done");
  std::atomic<bool> has_ended{false};
  std::vector<std::int64_t> seen;
  std::thread reader([&] {
    while (!has_ended) seen.push_back(moves_at(*second_, id_of(created)));
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(first_->end(SIGTERM), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  has_ended = true;
  reader.join();
  EXPECT_GT(seen.size(), 10U);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
}

}  // namespace partita::server_test
