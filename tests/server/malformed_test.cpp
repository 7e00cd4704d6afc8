#include <cstdlib>

#include "base/random.h"
#include "base/text.h"
#include "server/live_server.h"

// Bytes that no browser sends. PARTITA_MALFORMED_INPUTS says how many (50,000 are thrown before a release, with
// sanitizers).
namespace partita::server_test {

namespace {

int input_count() {
  const char* given = std::getenv("PARTITA_MALFORMED_INPUTS");
  return given == nullptr ? 2'000 : static_cast<int>(base::read_int(given).value_or(2'000));
}

const std::string kUpgrade =
    "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

std::string posted(const std::string& path, const std::string& body) {
  return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

std::string said(const std::string& message) {
  return kUpgrade + RawClient::frame(message) + RawClient::frame("", 0x88);
}

std::vector<std::string> sound_inputs() {
  return {
      "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET /api/v1/games?status=open&limit=3&before=x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET /api/v1/puzzles?game=tafl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      posted("/api/v1/games", R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"friend"}]})"),
      posted("/api/v1/position", R"({"game":"andantino","rules":{"side":"5"},"moves":["F5"]})"),
      posted("/api/v1/position",
             R"({"game":"tafl","start":"/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ a 0"})"),
      posted("/api/v1/games/aaaaaaaaaaaa/join", R"({"invite":"x"})"),
      posted("/api/v1/import",
             R"([{"format":"partita-game-1","game":"omega","rules":{},"start":"","moves":[],"seats":[]}])"),
      "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: "
      "chunked\r\n"
      "Connection: close\r\n\r\n10\r\n{\"game\":\"omega\"}\r\n0\r\n\r\n",
      said(R"({"type":"watch","game_id":"aaaaaaaaaaaa","tokens":["x"],"request":1})"),
      said(R"({"type":"play","game_id":"aaaaaaaaaaaa","ply":0,"move":"W:A1"})"),
      said(R"({"type":"analyse","game":"omega","rules":{"side":"5"},"lines":2,"limits":{"depth":1}})"),
      said(R"({"type":"analyse","game":"andantino","pass":true,"moves":["J11"],"running":false})"),
      said(R"({"type":"review","game":"omega","rules":{"side":"3"},"moves":["W:A1"],"limits":{"depth":1}})"),
      said(R"({"type":"answer","game_id":"aaaaaaaaaaaa","offer":"undo","accept":true})"),
  };
}

std::string spoilt(std::string bytes, base::Random& random) {
  const std::uint32_t changes = 1 + random.below(6);
  for (std::uint32_t k = 0; k < changes; ++k) {
    if (bytes.empty()) bytes = "x";
    const std::size_t at = random.below(static_cast<std::uint32_t>(bytes.size()));
    switch (random.below(5)) {
      case 0: bytes[at] = static_cast<char>(random.below(256)); break;
      case 1: bytes.erase(at, 1 + random.below(8)); break;
      case 2: bytes.insert(at, std::string(1 + random.below(8), static_cast<char>(random.below(256)))); break;
      case 3: bytes.insert(at, bytes.substr(at, 1 + random.below(60))); break;
      default: bytes.resize(at + 1); break;
    }
  }
  return bytes;
}

}  // namespace

TEST(MalformedInput, IsAnsweredOrClosedAndPlayGoesOn) {
  TemporaryFolder folder;
  server::NetLimits limits;
  limits.request_seconds = 2;
  LiveServer server(folder.path(), limits);
  const auto sound = sound_inputs();
  base::Random random(7);
  int unanswered = 0;
  const int count = input_count();
  for (int i = 0; i < count; ++i) {
    RawClient client(server.port());
    client.send(spoilt(sound[random.below(static_cast<std::uint32_t>(sound.size()))], random));
    client.finish_sending();
    if (!client.is_answered_or_closed()) ++unanswered;
  }
  EXPECT_EQ(unanswered, 0);
  EXPECT_TRUE(begins(server.get("/healthz"), "HTTP/1.1 200"));
  const json::object created = server.create(R"([{"kind":"human"},{"kind":"human"}])");
  RawClient player(server.port());
  ASSERT_TRUE(player.upgrade());
  player.say(watch(id_of(created), token_of(created, 0)));
  ASSERT_TRUE(player.hear("state"));
}

}  // namespace partita::server_test
