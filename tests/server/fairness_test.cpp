#include <chrono>

#include "server/live_server.h"

// One client takes what it can get while another wants a move of level 1.
namespace partita::server_test {

class FairnessTest : public testing::Test {
 protected:
  std::string post(const std::string& path, const std::string& body) {
    RawClient client(port_);
    return client.http("POST " + path +
                       " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
                       std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  json::object create(const std::string& game, const std::string& seats, const std::string& more = "") {
    const std::string answer = post("/api/v1/games", R"({"game":")" + game + R"(","seats":)" + seats + more + "}");
    EXPECT_TRUE(begins(answer, "HTTP/1.1 201")) << answer;
    return json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).as_object();
  }
  /// Plays the first legal move and waits for the engine's; how long that took in seconds.
  double seconds_to_reply(RawClient& player, const std::string& id, json::object& state) {
    const auto begin = std::chrono::steady_clock::now();
    const std::int64_t ply = state.at("position").at("ply").as_int64();
    player.say({{"type", "play"},
                {"game_id", id},
                {"ply", ply},
                {"move", state.at("position").at("legal").as_array()[0].at("move")}});
    while (state.at("position").at("ply").as_int64() < ply + 2) {
      auto next = player.hear("state");
      if (!next) return 1'000;
      state = std::move(*next);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  TemporaryFolder folder_;
  std::uint16_t port_ = 0;
};

TEST_F(FairnessTest, EnginesWithHugeClocksKeepNobodyWaiting) {
  ServeProcess server(folder_.path());
  port_ = server.port();
  ASSERT_NE(port_, 0);
  // As many long searches as the machine has threads and more, an analysis for each socket besides.
  std::vector<std::unique_ptr<RawClient>> greedy;
  for (int socket = 0; socket < 4; ++socket) {
    greedy.push_back(std::make_unique<RawClient>(port_));
    ASSERT_TRUE(greedy.back()->upgrade());
    for (int i = 0; i < 4; ++i) {
      const json::object game = create("tafl", R"([{"kind":"engine"},{"kind":"engine"}])",
                                       R"(,"clock":{"initial_ms":86400000,"increment_ms":0})");
      greedy.back()->say({{"type", "watch"}, {"game_id", id_of(game)}, {"tokens", json::array{}}});
    }
    greedy.back()->say({{"type", "analyse"}, {"game", "hex"}});
  }
  for (auto& client : greedy) {
    for (auto state = client->hear("state"); state && state->at("thinking").as_int64() < 0;)
      state = client->hear("state");
  }
  const json::object game = create("tafl", R"([{"kind":"human"},{"kind":"engine","level":1}])");
  RawClient player(port_);
  ASSERT_TRUE(player.upgrade());
  player.say(watch(id_of(game), token_of(game, 0)));
  auto state = player.hear("state");
  ASSERT_TRUE(state);
  // Without the attack a reply takes some hundredths of a second; the bound is for machines that do other things too.
  for (int move = 0; move < 4; ++move) ASSERT_LT(seconds_to_reply(player, id_of(game), *state), 5.0) << "move " << move;
}

}  // namespace partita::server_test
