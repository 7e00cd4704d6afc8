#include <gtest/gtest.h>
#include <sys/resource.h>

#include "server/serve_child.h"
#include "store/database_fixture.h"

// A store that fails for a while: nothing is acknowledged meanwhile, and afterwards everything goes on by itself.
namespace partita::server_test {

namespace {

constexpr const char* kPeople = R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})";
constexpr const char* kAgainstEngine = R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},
  {"kind":"engine","engine":"partita","limits":{"movetime_ms":1500}}]})";

/// Whoever plays, watches and is asked at one table.
class Player {
 public:
  Player(std::uint16_t port, const json::object& created, std::size_t seats) : socket_(port), id_(id_of(created)) {
    EXPECT_TRUE(socket_.upgrade());
    json::array tokens;
    for (std::size_t seat = 0; seat < seats; ++seat) tokens.emplace_back(token_of(created, seat));
    socket_.say({{"type", "watch"}, {"game_id", id_}, {"tokens", tokens}});
    hear_state();
  }
  bool hear_state() {
    const auto state = socket_.hear("state");
    if (state) take(*state);
    return state.has_value();
  }
  bool hear_ply(std::int64_t wanted) {
    while (ply_ != wanted) {
      if (!hear_state()) return false;
    }
    return true;
  }
  /// "done", or the code of the refusal.
  std::string play(std::int64_t ply, const std::string& move) {
    socket_.say({{"type", "play"}, {"request", ++request_}, {"game_id", id_}, {"ply", ply}, {"move", move}});
    while (const auto message = socket_.hear()) {
      if (type_of(*message) == "state") take(*message);
      const auto* number = message->if_contains("request");
      if (number == nullptr || number->as_int64() != request_) continue;
      return type_of(*message) == "done" ? "done" : code_of(*message);
    }
    return "no answer";
  }
  std::int64_t ply() const { return ply_; }
  const std::vector<std::string>& legal() const { return legal_; }

 private:
  void take(const json::object& state) {
    ply_ = state.at("position").at("ply").as_int64();
    legal_.clear();
    for (const auto& move : state.at("position").at("legal").as_array())
      legal_.emplace_back(move.at("move").as_string());
  }

  RawClient socket_;
  std::string id_;
  std::int64_t ply_ = 0;
  std::int64_t request_ = 0;
  std::vector<std::string> legal_;
};

/// With the limit 0 every write to a file fails, as on a full disk; only what may be lifted again is set.
void forbid_writing(const ServeChild& server, bool forbidden) {
  rlimit limit{};
  ASSERT_EQ(::prlimit(server.pid(), RLIMIT_FSIZE, nullptr, &limit), 0);
  limit.rlim_cur = forbidden ? 0 : limit.rlim_max;
  ASSERT_EQ(::prlimit(server.pid(), RLIMIT_FSIZE, &limit, nullptr), 0);
}

/// The signal of that limit would end the program; a full disk sends none.
const std::vector<std::string> kIgnoringLimits{"/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"};

}  // namespace

class StoreAway : public testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  static bool becomes(ServeChild& server, int health) {
    return ServeChild::wait_for([&] { return server.health() == health; });
  }
  TemporaryFolder folder_;
};

TEST_F(StoreAway, AnEngineThatWasThinkingMovesWhenTheDatabaseIsBack) {
  auto& postgres = store_test::PostgresServer::instance();
  if (!postgres.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << postgres.why_not();
  ServeChild server(path("data"), {"--database", postgres.fresh_url()});
  ASSERT_NE(server.port(), 0) << server.said();
  Player player(server.port(), server.create(kAgainstEngine), 1);
  while (!player.legal().empty()) ASSERT_EQ(player.play(player.ply(), player.legal().front()), "done");
  postgres.stop("immediate");
  EXPECT_TRUE(ServeChild::wait_for([&] { return server.said().find("store_failure") != std::string::npos; }))
      << "no move failed";
  EXPECT_TRUE(becomes(server, 503));
  EXPECT_EQ(player.play(99, "W:A1"), "out-of-date") << "what needs no store is answered";
  ASSERT_TRUE(postgres.start());
  // Nobody says a word: the table finds the store again, and the engine its turn.
  EXPECT_TRUE(player.hear_ply(player.ply() + 1)) << server.said();
  EXPECT_TRUE(becomes(server, 200));
}

TEST_F(StoreAway, AMoveThatWasCommittedButNotAcknowledgedIsPlayed) {
  std::vector<std::string> databases{path("games.sqlite").string()};
  auto& postgres = store_test::PostgresServer::instance();
  if (postgres.is_running()) databases.push_back(postgres.fresh_url());
  for (const std::string& database : databases) {
    const bool is_sqlite = database.rfind("postgres", 0) != 0;
    ServeChild server(path("data"), {"--database", database});
    ASSERT_NE(server.port(), 0) << server.said();
    for (const bool repeats : {true, false}) {
      const json::object created = server.create(kPeople);
      Player player(server.port(), created, 2);
      const auto legal = player.legal();
      // As a commit leaves it whose answer was lost on the way.
      soci::session sql(is_sqlite ? "sqlite3" : "postgresql",
                        is_sqlite ? "db=\"" + database + "\" timeout=5" : database);
      sql << "insert into moves (game_id, ply, move, clock_ms, score) values ('" + id_of(created) + "', 0, '" +
                 legal[0] + "', -1, '')";
      if (repeats) {
        EXPECT_EQ(player.play(0, legal[0]), "done");
      } else {
        EXPECT_EQ(player.play(0, legal[1]), "unavailable");
      }
      ASSERT_TRUE(player.hear_ply(1)) << "the table shows what the store holds";
      ASSERT_FALSE(player.legal().empty());
      EXPECT_EQ(player.play(1, player.legal().front()), "done") << "the game goes on";
    }
  }
}

TEST_F(StoreAway, HealthIsFoundOutByWriting) {
  ServeChild server(path("data"), {}, kIgnoringLimits);
  ASSERT_NE(server.port(), 0) << server.said();
  Player player(server.port(), server.create(kPeople), 2);
  EXPECT_EQ(server.health(), 200);
  forbid_writing(server, true);
  EXPECT_TRUE(becomes(server, 503)) << "writing fails, and health does not know";
  EXPECT_EQ(player.play(0, player.legal()[0]), "unavailable");
  EXPECT_EQ(player.play(0, player.legal()[1]), "unavailable") << "the second is refused as well, and at once";
  forbid_writing(server, false);
  EXPECT_TRUE(becomes(server, 200)) << "nobody has played since";
  EXPECT_TRUE(ServeChild::wait_for([&] { return player.play(0, player.legal()[0]) == "done"; }));
}

TEST_F(StoreAway, HealthTellsOfADamagedFile) {
  const fs::path file = path("data") / "partita.sqlite";
  {
    ServeChild server(path("data"), {});
    ASSERT_NE(server.port(), 0) << server.said();
    for (int i = 0; i < 60; ++i) server.create(kPeople);
    server.end(SIGTERM);
  }
  ServeChild server(path("data"), {});
  ASSERT_NE(server.port(), 0) << server.said();
  EXPECT_EQ(server.health(), 200);
  const std::string good = kit::read_whole(file.string());
  ASSERT_GT(good.size(), 20'000U);
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(8'192) << std::string(8'192, '\x5a');
  EXPECT_TRUE(becomes(server, 503)) << "two pages of the file are garbage, and health does not know";
  std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(8'192) << good.substr(8'192, 8'192);
  EXPECT_TRUE(becomes(server, 200));
}

TEST_F(StoreAway, AskingForHealthManyTimesWritesOnce) {
  ServeChild server(path("data"), {});
  ASSERT_NE(server.port(), 0) << server.said();
  const auto tasks = [&] {
    constexpr std::string_view kName = "\npartita_store_tasks_total ";
    const std::string text = server.http("GET /metrics");
    return std::stol(text.substr(text.find(kName) + kName.size()));
  };
  const auto begin = std::chrono::steady_clock::now();
  const long before = tasks();
  for (int i = 0; i < 300; ++i) EXPECT_EQ(server.health(), 200);
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LE(tasks() - before, seconds + 2) << "one a second";
}

}  // namespace partita::server_test
