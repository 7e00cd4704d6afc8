#include <gtest/gtest.h>

#include "server/serve_child.h"
#include "store/database_fixture.h"

// One database has one server, and the second one is told who that is.
namespace partita::server_test {

namespace {

constexpr const char* kTwoPeople =
    R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})";

/// The second server ends by itself, and names the first by its process and address.
void expect_refused(ServeChild& second, std::uint16_t port) {
  const auto code = second.exit_code();
  ASSERT_TRUE(code) << "it started beside the first: " << second.said();
  EXPECT_EQ(*code, 2) << second.said();
  const std::string said = second.said();
  EXPECT_NE(said.find("another server uses it: process "), std::string::npos) << said;
  EXPECT_NE(said.find("(http://127.0.0.1:" + std::to_string(port) + "), since 20"), std::string::npos) << said;
}

}  // namespace

class OneServer : public testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  TemporaryFolder folder_;
};

TEST_F(OneServer, OnASqliteFileWhateverNameLeadsToIt) {
  ServeChild first(path("first"), {"--database", path("games.sqlite").string()});
  const auto port = first.port();
  ASSERT_NE(port, 0) << first.said();
  first.create(kTwoPeople);
  fs::create_symlink(path("games.sqlite"), path("soft.sqlite"));
  fs::create_hard_link(path("games.sqlite"), path("hard.sqlite"));
  fs::create_directory_symlink(folder_.path(), path("way"));
  const std::string names[] = {path("games.sqlite").string(), "sqlite:" + path("games.sqlite").string(),
                               path("soft.sqlite").string(), path("hard.sqlite").string(),
                               (path("way") / "games.sqlite").string()};
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    ServeChild second(path("second"), {"--database", name});
    expect_refused(second, port);
  }
  EXPECT_EQ(first.health(), 200);
  first.create(kTwoPeople);
  // Exports and imports are servers of a moment.
  ServeChild reader(path("third"), {"--database", path("soft.sqlite").string(), "--export", path("out").string()});
  expect_refused(reader, port);
}

TEST_F(OneServer, OnADataFolder) {
  ServeChild first(path("data"), {});
  const auto port = first.port();
  ASSERT_NE(port, 0) << first.said();
  ServeChild second(path("data"), {"--database", path("other.sqlite").string()});
  expect_refused(second, port);
}

TEST_F(OneServer, OnAPostgresDatabase) {
  auto& postgres = store_test::PostgresServer::instance();
  if (!postgres.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << postgres.why_not();
  const std::string url = postgres.fresh_url();
  ServeChild first(path("first"), {"--database", url});
  const auto port = first.port();
  ASSERT_NE(port, 0) << first.said();
  ServeChild second(path("second"), {"--database", url});
  expect_refused(second, port);
  ServeChild elsewhere(path("third"), {"--database", postgres.fresh_url()});
  EXPECT_NE(elsewhere.port(), 0) << elsewhere.said();
}

TEST_F(OneServer, TheNextOneStartsRightAfterAKill) {
  auto& postgres = store_test::PostgresServer::instance();
  std::vector<std::string> databases{path("games.sqlite").string()};
  if (postgres.is_running()) databases.push_back(postgres.fresh_url());
  for (const std::string& database : databases) {
    for (int i = 0; i < 3; ++i) {
      ServeChild server(path("data"), {"--database", database});
      ASSERT_NE(server.port(), 0) << server.said();
      server.create(kTwoPeople);
      server.signal(SIGKILL);
    }
  }
}

TEST_F(OneServer, ADeletedFileIsNotWrittenOn) {
  ServeChild server(path("data"), {});
  ASSERT_NE(server.port(), 0) << server.said();
  server.create(kTwoPeople);
  fs::remove(path("data") / "partita.sqlite");
  const std::string answer = server.http("POST /api/v1/games", kTwoPeople);
  EXPECT_EQ(answer.rfind("HTTP/1.1 503", 0), 0U) << "a game was acknowledged that is in no file: " << answer;
  EXPECT_FALSE(fs::exists(path("data") / "partita.sqlite"));
}

}  // namespace partita::server_test
