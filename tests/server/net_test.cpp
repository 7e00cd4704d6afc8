#include "server/net.h"

#include "base/clock.h"
#include "server/gzip.h"
#include "server/live_server.h"

namespace partita::server_test {

class NetTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(NetTest, ServesPagesWithSafetyHeaders) {
  LiveServer server(folder_.path());
  const std::string page = server.get("/");
  EXPECT_TRUE(begins(page, "HTTP/1.1 200")) << page;
  EXPECT_NE(page.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.find("unsafe-inline"), std::string::npos);
  EXPECT_NE(page.find("X-Content-Type-Options: nosniff"), std::string::npos);
  EXPECT_TRUE(begins(server.get("/healthz"), "HTTP/1.1 200"));
  RawClient client(server.port());
  const std::string head = client.http("HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(head, "") << "a HEAD answer has a length but no body";
}

TEST_F(NetTest, RefusesStrangers) {
  LiveServer server(folder_.path());
  RawClient rebound(server.port());
  EXPECT_TRUE(begins(rebound.http("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "HTTP/1.1 403"));
  RawClient nameless(server.port());
  EXPECT_TRUE(begins(nameless.http("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 403"));
  EXPECT_TRUE(begins(server.post("/api/v1/position", R"({"game":"omega"})", "Origin: http://evil.example\r\n"),
                     "HTTP/1.1 403"));
  EXPECT_TRUE(
      begins(server.post("/api/v1/position", R"({"game":"omega"})", "Origin: http://localhost\r\n"), "HTTP/1.1 200"));
  EXPECT_FALSE(RawClient(server.port()).upgrade("Origin: http://evil.example\r\n"));
  EXPECT_TRUE(RawClient(server.port()).upgrade("Origin: http://localhost\r\n"));
}

TEST_F(NetTest, GoesWhileSocketsAreBeingAccepted) {
  for (int round = 0; round < 3; ++round) {
    std::vector<std::unique_ptr<RawClient>> clients;
    LiveServer server(folder_.path());
    for (int i = 0; i < 40; ++i) {
      clients.push_back(std::make_unique<RawClient>(server.port()));
      clients.back()->ask_upgrade();
    }
    // One is through: the others are at every stage of the handshake when the server is told to go.
    EXPECT_TRUE(clients.front()->receive());
  }
}

TEST_F(NetTest, LimitsBodiesHeadersAndFrames) {
  LiveServer server(folder_.path());
  EXPECT_TRUE(begins(server.post("/api/v1/position", std::string(2U << 20U, ' ')), "HTTP/1.1 413"));
  EXPECT_TRUE(begins(server.get("/", "X: " + std::string(20'000, 'x') + "\r\n"), "HTTP/1.1 431"));
  RawClient client(server.port());
  ASSERT_TRUE(client.upgrade());
  client.send(RawClient::frame(std::string(100'000, ' ')));
  while (client.hear()) continue;
  EXPECT_TRUE(begins(server.get("/healthz"), "HTTP/1.1 200"));
}

// A message of a few kilobytes may be unpacked to megabytes.
TEST_F(NetTest, LimitsWhatPackedFramesAreUnpackedTo) {
  LiveServer server(folder_.path());
  RawClient client(server.port());
  const std::string answer = client.http(
      "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n");
  ASSERT_TRUE(begins(answer, "HTTP/1.1 101")) << answer;
  ASSERT_NE(answer.find("Sec-WebSocket-Extensions: permessage-deflate"), std::string::npos) << answer;
  // Without the head and the tail of a file what is left is as a frame has it.
  constexpr std::size_t kHead = 10;
  constexpr std::size_t kTail = 8;
  const std::string file = server::gzipped(std::string(4U << 20U, ' '));
  const std::string packed = file.substr(kHead, file.size() - kHead - kTail);
  ASSERT_LT(packed.size(), 65'536U);
  constexpr unsigned char kPackedText = 0xC1;
  client.send(RawClient::frame(packed, kPackedText));
  while (client.receive()) continue;
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(begins(server.get("/healthz"), "HTTP/1.1 200"));
}

TEST_F(NetTest, LimitsRequestsAndConnectionsByAddress) {
  server::NetLimits limits;
  limits.trusts_loopback = false;
  limits.requests_per_second = 1;
  limits.request_burst = 5;
  limits.connections_per_address = 3;
  LiveServer server(folder_.path(), limits);
  int refused = 0;
  for (int i = 0; i < 10; ++i) refused += begins(server.get("/healthz"), "HTTP/1.1 429") ? 1 : 0;
  EXPECT_GE(refused, 4);
  RawClient a(server.port());
  RawClient b(server.port());
  RawClient c(server.port());
  for (RawClient* client : {&a, &b, &c}) client->send("GET");
  RawClient d(server.port());
  EXPECT_FALSE(d.receive());
  EXPECT_TRUE(d.is_closed());
}

TEST_F(NetTest, SlowClientsAreClosedAndPlayGoesOn) {
  server::NetLimits limits;
  limits.request_seconds = 1;
  LiveServer server(folder_.path(), limits);
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < 500; ++i) {
    slow.push_back(std::make_unique<RawClient>(server.port()));
    slow.back()->send("GET / HTTP/1.1\r\nHost: loc");
  }
  const json::object created = server.create(R"([{"kind":"human"},{"kind":"human"}])");
  RawClient player(server.port());
  ASSERT_TRUE(player.upgrade());
  player.say(watch(id_of(created), token_of(created, 0)));
  ASSERT_TRUE(player.hear("state"));
  player.say({{"type", "play"}, {"request", 1}, {"game_id", id_of(created)}, {"ply", 0}, {"move", "W:A1"}});
  EXPECT_TRUE(player.hear("done"));
  for (auto& client : slow) {
    EXPECT_TRUE(client->is_answered_or_closed());
  }
}

TEST_F(NetTest, TwoBrowsersPlayOneReloadingInTheMiddle) {
  LiveServer server(folder_.path());
  const json::object created = server.create(R"([{"kind":"human"},{"kind":"human"}])");
  const std::string id = id_of(created);
  auto white = std::make_unique<RawClient>(server.port());
  RawClient black(server.port());
  ASSERT_TRUE(white->upgrade());
  ASSERT_TRUE(black.upgrade());
  EXPECT_FITS("Hello", *white->hear());
  white->say(watch(id, token_of(created, 0)));
  black.say(watch(id, token_of(created, 1)));
  white->say({{"type", "play"}, {"request", 5}, {"game_id", id}, {"ply", 0}, {"move", "W:A1"}});
  ASSERT_TRUE(white->hear("done"));
  white = std::make_unique<RawClient>(server.port());
  ASSERT_TRUE(white->upgrade());
  white->say(watch(id, token_of(created, 0)));
  const auto state = white->hear("state");
  ASSERT_TRUE(state);
  EXPECT_FITS("GameState", *state);
  EXPECT_EQ(state->at("position").at("ply").as_int64(), 1);
  white->say({{"type", "play"}, {"request", 6}, {"game_id", id}, {"ply", 1}, {"move", "B:B1"}});
  ASSERT_TRUE(white->hear("done"));
  std::int64_t seen = 0;
  while (seen < 2) {
    const auto pushed = black.hear("state");
    ASSERT_TRUE(pushed);
    seen = pushed->at("position").at("ply").as_int64();
  }
}

TEST_F(NetTest, AClientThatDoesNotReadIsCutOff) {
  server::NetLimits limits;
  limits.unsent_bytes = 200'000;
  LiveServer server(folder_.path(), limits);
  RawClient deaf(server.port(), 8'192);
  ASSERT_TRUE(deaf.upgrade());
  // Answers have to fill the buffers between the two. Under a sanitizer each takes long to make, and a client who asks
  // for too many is told that the server is busy, which fills nothing: after a while this one asks slowly.
  const base::Stopwatch watch;
  constexpr int kAtOnce = 60;
  for (int asked = 0; server.metrics().slow_clients_closed == 0 && watch.seconds() < 120; ++asked) {
    if (!deaf.say({{"type", "analyse"}, {"game", "omega"}, {"rules", {{"side", "10"}}}, {"running", false}})) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(asked < kAtOnce ? 2 : 250));
  }
  EXPECT_EQ(server.metrics().slow_clients_closed, 1U)
      << server.metrics().messages_in << " in, " << server.metrics().rate_limited << " limited";
}

}  // namespace partita::server_test
