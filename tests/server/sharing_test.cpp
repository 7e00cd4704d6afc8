#include "server/live_server.h"

// What one client may put into the store and see of others' games.
namespace partita::server_test {

namespace {

std::string body_of(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }

}  // namespace

class SharingTest : public testing::Test {
 protected:
  std::string get(const std::string& path) {
    RawClient client(port_);
    return client.http("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  std::string post(const std::string& path, const std::string& body, const std::string& type = "application/json") {
    RawClient client(port_);
    return client.http("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type +
                       "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  json::object create(const std::string& seats) {
    const std::string answer = post("/api/v1/games", R"({"game":"omega","rules":{"side":"3"},"seats":)" + seats + "}");
    EXPECT_TRUE(begins(answer, "HTTP/1.1 201")) << answer;
    return json::parse(body_of(answer)).as_object();
  }
  static std::string some_games(int count) {
    std::string lines;
    for (int i = 0; i < count; ++i) {
      lines +=
          R"({"format":"partita-game-1","game_id":"aaaaaaaaaaaa","game":"omega","rules":{"side":"3"},"start":"",)"
          R"("moves":["W:A1","B:B1"],"clock_ms":[],"seats":[{"kind":"human","name":""},{"kind":"human","name":""}],)"
          R"("swap_after":0,"swapped":false,"created_ms":0,"updated_ms":0,"ending":null})"
          "\n";
    }
    return lines;
  }

  TemporaryFolder folder_;
  ServeProcess server_{folder_.path()};
  const std::uint16_t port_ = server_.port();
};

TEST_F(SharingTest, AnImportMayHaveEightMebibytes) {
  constexpr std::size_t kMebibyte = 1U << 20U;
  const std::string games = some_games(2);
  for (const std::size_t mebibytes : {1U, 2U, 5U, 8U}) {
    std::string body = games + std::string(mebibytes * kMebibyte - games.size(), ' ');
    // Few long lines: under sanitizers a million short ones take longer to read than the client waits.
    for (std::size_t end = games.size() + 4095; end < body.size(); end += 4096) body[end] = '\n';
    const std::string answer = post("/api/v1/import", body, "application/x-ndjson");
    ASSERT_TRUE(begins(answer, "HTTP/1.1 200")) << mebibytes << " MiB: " << answer.substr(0, 300);
    EXPECT_EQ(json::parse(body_of(answer)).at("game_ids").as_array().size(), 2U);
  }
  EXPECT_TRUE(
      begins(post("/api/v1/import", std::string(8 * kMebibyte + 1, '\n'), "application/x-ndjson"), "HTTP/1.1 413"));
  EXPECT_TRUE(
      begins(post("/api/v1/records", std::string(kMebibyte + 1, '\n'), "application/x-ndjson"), "HTTP/1.1 413"));
  EXPECT_TRUE(begins(post("/api/v1/position", std::string(8 * kMebibyte, ' ')), "HTTP/1.1 413"));
}

TEST_F(SharingTest, BodiesThatDoNotTellTheirLengthHaveTheSameLimits) {
  const auto chunked = [&](const std::string& path, int mebibytes) {
    RawClient client(port_);
    std::string request = "POST " + path +
                          " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                          "Transfer-Encoding: chunked\r\n\r\n";
    for (int i = 0; i < mebibytes; ++i) request += "100000\r\n" + std::string(1U << 20U, '\n') + "\r\n";
    return client.http(request + "0\r\n\r\n").substr(0, 12);
  };
  EXPECT_EQ(chunked("/api/v1/import", 7), "HTTP/1.1 200");
  EXPECT_EQ(chunked("/api/v1/import", 9), "HTTP/1.1 413");
  EXPECT_EQ(chunked("/api/v1/records", 2), "HTTP/1.1 413");
}

TEST_F(SharingTest, ImportsHaveAQuota) {
  const std::string games = some_games(1'000);
  int taken = 0;
  std::string answer;
  for (; taken < 10; ++taken) {
    answer = post("/api/v1/import", games, "application/x-ndjson");
    if (!begins(answer, "HTTP/1.1 200")) break;
  }
  EXPECT_GE(taken, 1);
  EXPECT_LT(taken, 10) << "ten thousand games in a row";
  EXPECT_TRUE(begins(answer, "HTTP/1.1 429")) << answer.substr(0, 300);
  EXPECT_FALSE(create(R"([{"kind":"human"},{"kind":"human"}])").empty()) << "games are played all the same";
}

TEST_F(SharingTest, AGameMadeByInvitationIsListedNowhere) {
  const json::object own = create(R"([{"kind":"human"},{"kind":"friend"}])");
  const json::object open = create(R"([{"kind":"human"},{"kind":"human"}])");
  const std::string invite(own.at("seats").as_array()[1].at("invite").as_string());
  const auto is_shown_by = [&](const std::string& path, const json::object& game) {
    const std::string answer = get(path);
    EXPECT_TRUE(begins(answer, "HTTP/1.1 200")) << answer;
    return body_of(answer).find(id_of(game)) != std::string::npos;
  };
  const auto look = [&](const char* when) {
    for (const char* path : {"/api/v1/games", "/api/v1/games?status=open", "/api/v1/games?game=omega&limit=100",
                             "/api/v1/export", "/api/v1/export?limit=1000"}) {
      EXPECT_FALSE(is_shown_by(path, own)) << path << " " << when;
      EXPECT_TRUE(is_shown_by(path, open)) << path << " " << when;
    }
  };
  look("before the friend came");
  EXPECT_TRUE(
      begins(post("/api/v1/games/" + id_of(own) + "/join", R"({"invite":")" + invite + R"("})"), "HTTP/1.1 200"));
  look("with both there");
  EXPECT_TRUE(begins(get("/api/v1/games/" + id_of(own)), "HTTP/1.1 200")) << "whoever has the link sees it";
}

TEST(GameQuotaTest, GamesAreCountedByClient) {
  const TemporaryFolder folder;
  House house(folder.path());
  const std::string game = R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})";
  int made = 0;
  while (made < 1'000 && house.request("POST", "/api/v1/games", game, "application/json", "192.0.2.1").status == 201)
    ++made;
  EXPECT_GE(made, 100);
  EXPECT_LT(made, 1'000);
  EXPECT_EQ(house.request("POST", "/api/v1/games", game, "application/json", "192.0.2.1").status, 429);
  EXPECT_EQ(house.request("POST", "/api/v1/games", game, "application/json", "192.0.2.2").status, 201);
  house.loop.advance(60'000);
  EXPECT_EQ(house.request("POST", "/api/v1/games", game, "application/json", "192.0.2.1").status, 201)
      << "a minute later";
}

}  // namespace partita::server_test
