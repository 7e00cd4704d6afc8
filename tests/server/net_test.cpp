#include "server/net.h"

#include <signal.h>
#include <sys/wait.h>

#include <fstream>
#include <thread>

#include "base/random.h"
#include "server/house.h"
#include "server/raw_client.h"
#include "server/server.h"

namespace partita::server_test {

/// The real server on a free port, run by a thread of its own.
class LiveServer {
 public:
  explicit LiveServer(const fs::path& folder, server::NetLimits limits = {}) {
    server::ServerOptions options;
    options.port = 0;
    options.database = (folder / "partita.sqlite").string();
    options.engines = fake_engines(counts_);
    options.bounds.pace_ms = 1;
    options.limits = limits;
    auto opened = server::Server::open(options, server::Log::silent());
    EXPECT_TRUE(opened.ok());
    server_ = std::move(*opened);
    thread_ = std::thread([this] { server_->run(false); });
  }
  ~LiveServer() {
    server_->stop();
    thread_.join();
  }
  std::uint16_t port() const { return server_->port(); }
  const server::Metrics& metrics() const { return server_->metrics(); }

  std::string get(const std::string& path, const std::string& more = "") {
    RawClient client(port());
    return client.http("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n");
  }
  std::string post(const std::string& path, const std::string& body, const std::string& more = "") {
    RawClient client(port());
    return client.http("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
                       std::to_string(body.size()) + "\r\n" + more + "\r\n" + body);
  }
  json::object create(const std::string& seats) {
    const std::string answer = post("/api/v1/games", R"({"game":"omega","rules":{"side":"3"},"seats":)" + seats + "}");
    EXPECT_EQ(answer.rfind("HTTP/1.1 201", 0), 0U) << answer;
    return json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).as_object();
  }

 private:
  FakeEngineCounts counts_;
  std::unique_ptr<server::Server> server_;
  std::thread thread_;
};

class NetTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

namespace {

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

json::object watch(const std::string& id, const std::string& token) {
  return {{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token}}};
}

}  // namespace

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
  EXPECT_TRUE(begins(server.post("/api/v1/position", R"({"game":"omega"})", "Origin: http://evil.example\r\n"), "HTTP/1.1 403"));
  EXPECT_TRUE(begins(server.post("/api/v1/position", R"({"game":"omega"})", "Origin: http://localhost\r\n"), "HTTP/1.1 200"));
  EXPECT_FALSE(RawClient(server.port()).upgrade("Origin: http://evil.example\r\n"));
  EXPECT_TRUE(RawClient(server.port()).upgrade("Origin: http://localhost\r\n"));
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
  for (int i = 0; i < 200; ++i) {
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
  for (int i = 0; i < 3'000 && server.metrics().slow_clients_closed == 0; ++i) {
    if (!deaf.say({{"type", "analyse"}, {"game", "omega"}, {"rules", {{"side", "10"}}}, {"running", false}})) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(server.metrics().slow_clients_closed, 1U);
}

TEST_F(NetTest, MalformedInputIsAnsweredOrClosed) {
  server::NetLimits limits;
  limits.request_seconds = 2;
  LiveServer server(folder_.path(), limits);
  const std::string samples[] = {
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20\r\nConnection: "
      "close\r\n\r\n{\"game\":\"omega\",\"a\":1}",
      "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
      "Connection: close\r\n\r\n10\r\n{\"game\":\"omega\"}\r\n0\r\n\r\n",
      "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" +
          RawClient::frame(R"({"type":"analyse","game":"omega"})") + RawClient::frame("", 0x88)};
  base::Random random(7);
  int unanswered = 0;
  for (int i = 0; i < 3'000; ++i) {
    std::string bytes = samples[random.below(4)];
    const std::uint32_t changes = 1 + random.below(6);
    for (std::uint32_t k = 0; k < changes; ++k) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
      switch (random.below(4)) {
        case 0: bytes[at] = static_cast<char>(random.below(256)); break;
        case 1: bytes.erase(at, 1 + random.below(8)); break;
        case 2: bytes.insert(at, std::string(1 + random.below(8), static_cast<char>(random.below(256)))); break;
        default: bytes.resize(at + 1); break;
      }
      if (bytes.empty()) bytes = "x";
    }
    RawClient client(server.port());
    client.send(bytes);
    client.finish_sending();
    if (!client.is_answered_or_closed()) ++unanswered;
  }
  EXPECT_EQ(unanswered, 0);
  EXPECT_TRUE(begins(server.get("/healthz"), "HTTP/1.1 200"));
}

/// The program itself in a process of its own, so that it can be killed.
class ServeProcess {
 public:
  explicit ServeProcess(const fs::path& folder) : output_(folder / "output.txt") {
    std::error_code ignored;
    fs::remove(output_, ignored);
    process_ = ::fork();
    if (process_ == 0) {
      if (std::freopen(output_.c_str(), "w", stdout) == nullptr) ::_exit(1);
      ::execl(PARTITA_PROGRAM, PARTITA_PROGRAM, "serve", "--port", "0", "--data", folder.c_str(), "--log",
              (folder / "log.txt").c_str(), nullptr);
      ::_exit(127);
    }
  }
  ~ServeProcess() { end(SIGTERM); }
  int end(int signal) {
    if (process_ <= 0) return 0;
    ::kill(process_, signal);
    int status = 0;
    ::waitpid(process_, &status, 0);
    process_ = -1;
    return status;
  }
  std::uint16_t port() const {
    for (int i = 0; i < 1'000; ++i) {
      std::ifstream file(output_);
      std::string text;
      std::getline(file, text);
      const auto colon = text.rfind(':');
      if (!file.eof() && colon != std::string::npos) return static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return 0;
  }

 private:
  fs::path output_;
  pid_t process_ = -1;
};

TEST_F(NetTest, AfterAKillEveryAcknowledgedMoveIsThere) {
  std::string id;
  std::string token[2];
  std::string text;
  {
    ServeProcess server(folder_.path());
    const std::uint16_t port = server.port();
    ASSERT_NE(port, 0);
    RawClient client(port);
    const std::string body = R"({"game":"omega","rules":{"side":"4"},"seats":[{"kind":"human"},{"kind":"human"}]})";
    const std::string answer = client.http("POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    const json::object created = json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).as_object();
    id = id_of(created);
    for (std::size_t seat = 0; seat < 2; ++seat) token[seat] = token_of(created, seat);
    RawClient player(port);
    ASSERT_TRUE(player.upgrade());
    player.say({{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token[0], token[1]}}});
    for (int ply = 0; ply < 9; ++ply) {
      auto state = player.hear("state");
      ASSERT_TRUE(state);
      const json::value position = state->at("position");
      player.say({{"type", "play"}, {"request", ply}, {"game_id", id}, {"ply", ply}, {"move", position.at("legal").as_array()[0].at("move")}});
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
  player.say({{"type", "play"}, {"request", 99}, {"game_id", id}, {"ply", 9}, {"move", state->at("position").at("legal").as_array()[0].at("move")}});
  EXPECT_TRUE(player.hear("done"));
  EXPECT_EQ(server.end(SIGTERM), 0) << "a polite end is a clean one";
}

}  // namespace partita::server_test
