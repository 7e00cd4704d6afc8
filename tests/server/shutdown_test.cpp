#include "server/live_server.h"

// How the program ends: killed without warning, and told to go while everything is busy.
namespace partita::server_test {

class ShutdownTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(ShutdownTest, AfterAKillEveryAcknowledgedMoveIsThere) {
  std::string id;
  std::string token[2];
  std::string text;
  {
    ServeProcess server(folder_.path());
    const std::uint16_t port = server.port();
    ASSERT_NE(port, 0);
    const json::object created = create_game(port);
    id = id_of(created);
    for (std::size_t seat = 0; seat < 2; ++seat) token[seat] = token_of(created, seat);
    RawClient player(port);
    ASSERT_TRUE(player.upgrade());
    player.say({{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token[0], token[1]}}});
    for (int ply = 0; ply < 9; ++ply) {
      auto state = player.hear("state");
      ASSERT_TRUE(state);
      const json::value position = state->at("position");
      player.say({{"type", "play"},
                  {"request", ply},
                  {"game_id", id},
                  {"ply", ply},
                  {"move", position.at("legal").as_array()[0].at("move")}});
      state = player.hear("state");
      ASSERT_TRUE(state && player.hear("done"));
      text = std::string(state->at("position").at("text").as_string());
      player.say({{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token[0], token[1]}}});
    }
    EXPECT_TRUE(WIFSIGNALED(server.end(SIGKILL)));
  }
  ServeProcess server(folder_.path());
  RawClient player(server.port());
  ASSERT_TRUE(player.upgrade());
  player.say({{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token[0], token[1]}}});
  const auto state = player.hear("state");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->at("position").at("text").as_string(), text);
  EXPECT_EQ(state->at("moves").as_array().size(), 9U);
  player.say({{"type", "play"},
              {"request", 99},
              {"game_id", id},
              {"ply", 9},
              {"move", state->at("position").at("legal").as_array()[0].at("move")}});
  EXPECT_TRUE(player.hear("done"));
  EXPECT_EQ(server.end(SIGTERM), 0) << "a polite end is a clean one";
}

TEST_F(ShutdownTest, APoliteEndComesInTheMiddleOfEverything) {
  ServeProcess server(folder_.path());
  const std::uint16_t port = server.port();
  ASSERT_NE(port, 0);
  // More searches than threads, so that some wait; their clients read nothing of what they are sent.
  std::vector<std::unique_ptr<RawClient>> clients;
  for (const char* game : {"omega", "andantino", "tafl", "omega", "andantino", "tafl"}) {
    clients.push_back(std::make_unique<RawClient>(port, 4'096));
    ASSERT_TRUE(clients.back()->upgrade());
    clients.back()->say({{"type", "analyse"}, {"game", game}, {"lines", 5}});
    clients.back()->say({{"type", "review"}, {"game", game}});
  }
  // Some who never finish their request, and some who have not begun.
  for (int i = 0; i < 50; ++i) {
    clients.push_back(std::make_unique<RawClient>(port));
    if (i % 2 == 0)
      clients.back()->send("POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  }
  ASSERT_TRUE(clients.front()->hear("lines"));
  EXPECT_EQ(server.end(SIGTERM), 0);
}

TEST_F(ShutdownTest, TheSecondSignalDoesNotWait) {
  ServeProcess server(folder_.path());
  RawClient client(server.port());
  ASSERT_TRUE(client.upgrade());
  server.signal(SIGINT);
  while (client.hear()) continue;  // the first signal has been seen: the socket is being closed
  const int status = server.end(SIGINT);
  EXPECT_TRUE(WIFSIGNALED(status) || status == 0);
}

}  // namespace partita::server_test
