#include "server/client_buckets.h"
#include "server/client_counts.h"
#include "server/fair_share.h"
#include "server/live_server.h"

// Requests of which two readers could disagree where they end, and clients with more addresses than one.
namespace partita::server_test {

class FramingTest : public testing::Test {
 protected:
  /// The statuses of everything that the server answers to these bytes until it closes or is silent.
  std::string answers(const std::string& bytes) {
    RawClient client(server_.port());
    client.send(bytes);
    client.finish_sending();
    while (client.receive(10'000)) continue;
    std::string statuses;
    const std::string text = client.received();
    for (auto at = text.find("HTTP/1.1 "); at != std::string::npos; at = text.find("HTTP/1.1 ", at + 1))
      statuses += (statuses.empty() ? "" : " ") + text.substr(at + 9, 3);
    return statuses;
  }
  static std::string posted(const std::string& headers, const std::string& body) {
    return "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + headers +
           "\r\n" + body;
  }

  const std::string next_ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string json_ = R"({"game":"omega"})";
  const std::string chunked_ = "10\r\n" + json_ + "\r\n0\r\n\r\n";
  TemporaryFolder folder_;
  LiveServer server_{folder_.path()};
};

TEST_F(FramingTest, SoundRequestsAreAnswered) {
  EXPECT_EQ(answers(next_ + next_), "200 200");
  EXPECT_EQ(answers(posted("Content-Length: 16\r\n", json_) + next_), "200 200");
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\n", chunked_) + next_), "200 200");
  EXPECT_EQ(answers(posted("Transfer-Encoding: CHUNKED\r\n", "10;a=b\r\n" + json_ + "\r\n0\r\n\r\n") + next_),
            "200 200");
}

TEST_F(FramingTest, AnUnknownEncodingEndsTheConnection) {
  for (const char* encoding : {"xchunked", "chunked, chunked", "gzip, chunked", "chunked, identity", "identity", "gzip",
                               "chunked\x0b", ", chunked", ""}) {
    const std::string statuses = answers(posted(std::string("Transfer-Encoding: ") + encoding + "\r\n", next_));
    EXPECT_TRUE(statuses == "400" || statuses == "501") << encoding << ": " << statuses;
  }
  EXPECT_EQ(answers(posted("Transfer-Encoding: xchunked\r\n", next_)), "501");
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", chunked_) + next_), "400");
  EXPECT_EQ(answers("POST /api/v1/position HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" +
                    chunked_ + next_),
            "400");
}

TEST_F(FramingTest, ABodyHasOneLength) {
  for (const char* headers :
       {"Content-Length: 16\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 16\r\n",
        "Content-Length: 16\r\nContent-Length: 16\r\n", "Content-Length: 16\r\nContent-Length: 4\r\n",
        "Content-Length: 16, 16\r\n", "Content-Length: +16\r\n", "Content-Length: -1\r\n", "Content-Length: 0x10\r\n",
        "Content-Length: 1 6\r\n", "Content-Length: \r\n", "Content-Length: 99999999999999999999999\r\n"}) {
    const std::string statuses = answers(posted(headers, json_) + next_);
    EXPECT_TRUE(statuses == "400" || statuses == "413") << headers << statuses;
  }
}

TEST_F(FramingTest, OneHost) {
  EXPECT_EQ(answers("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n" + next_), "400");
  EXPECT_EQ(answers("GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n" + next_), "400");
}

TEST_F(FramingTest, LinesEndAsTheyShould) {
  for (const char* request :
       {"GET /healthz HTTP/1.1\nHost: localhost\n\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rY: b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n", "GET /healthz HTTP/1.1\r\n Host: localhost\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length:\r\n 5\r\n\r\n"}) {
    EXPECT_EQ(answers(request + next_), "400") << request;
  }
}

TEST_F(FramingTest, ChunksHaveLimits) {
  const std::string long_extension = ";" + std::string(20'000, 'x');
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\n", "10" + long_extension + "\r\n" + json_ + "\r\n0\r\n\r\n") +
                    next_),
            "431");
  std::string many;
  for (const char c : json_) many += "1;" + std::string(2'000, 'x') + "\r\n" + std::string(1, c) + "\r\n";
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\n", many + "0\r\n\r\n") + next_), "431");
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\n",
                           "10\r\n" + json_ + "\r\n0\r\nX: " + std::string(40'000, 'x') + "\r\n\r\n") +
                    next_),
            "431")
      << "trailers are headers too";
  for (const char* size : {"ffffffffffffffff", "fffffffffffffffff", "-1", "+10", "0x10", "", " ", "10 10", "g"}) {
    const std::string statuses =
        answers(posted("Transfer-Encoding: chunked\r\n", std::string(size) + "\r\n" + json_ + "\r\n0\r\n\r\n") + next_);
    EXPECT_TRUE(statuses == "400" || statuses == "413") << size << ": " << statuses;
  }
  EXPECT_EQ(answers(posted("Transfer-Encoding: chunked\r\n", "10\n" + json_ + "\n0\n\n") + next_), "400");
}

TEST_F(FramingTest, EveryMessageOfASocketIsAnsweredWithItsRequest) {
  RawClient client(server_.port());
  ASSERT_TRUE(client.upgrade());
  ASSERT_TRUE(client.hear("hello"));
  for (const char* type : {"5", "null", "[]", "{}", "true", "\"\"", "\"unknown\"", "\"a\\u0000\"", "1e400"}) {
    client.send(RawClient::frame(std::string(R"({"type":)") + type + R"(,"request":7})"));
    const auto answer = client.hear();
    ASSERT_TRUE(answer) << type;
    EXPECT_EQ(answer->at("type").as_string(), "error") << type;
    if (std::string(type) == "1e400") continue;  // no JSON at all: nothing in it can be named
    ASSERT_TRUE(answer->contains("request")) << type;
    EXPECT_EQ(answer->at("request").as_int64(), 7) << type;
  }
  client.send(RawClient::frame(R"({"request":8})"));
  EXPECT_EQ(client.hear("error")->at("request").as_int64(), 8);
}

// ---- many addresses of one client ----

TEST(ClientNetwork, IsTheFirst48BitsOfAnAddress) {
  using server::client_of_address;
  using server::network_of_client;
  EXPECT_EQ(network_of_client(client_of_address("2001:db8:1:2::1")), "2001:db8:1::/48");
  EXPECT_EQ(network_of_client(client_of_address("2001:db8:1:ffff::1")), "2001:db8:1::/48");
  EXPECT_NE(network_of_client(client_of_address("2001:db8:2:2::1")), "2001:db8:1::/48");
  for (const char* other : {"192.0.2.7", "::ffff:192.0.2.7", "::1", ""})
    EXPECT_EQ(network_of_client(client_of_address(other)), "") << other;
}

TEST(ClientNetwork, AsksNotMoreThanAFewClients) {
  const TemporaryFolder folder;
  server::NetLimits limits;
  limits.trusts_proxy = true;
  limits.requests_per_second = 0.01;
  limits.request_burst = 5;
  LiveServer server(folder.path(), limits);
  const auto asks = [&](const std::string& from) {
    return server.get("/healthz", "X-Forwarded-For: " + from + "\r\n").substr(9, 3);
  };
  int answered = 0;
  for (int i = 0; i < 60; ++i) answered += asks("2001:db8:1:" + std::to_string(i) + "::1") == "200" ? 1 : 0;
  EXPECT_EQ(answered, 20) << "what four clients may";
  EXPECT_EQ(asks("2001:db8:2:1::1"), "200");
  EXPECT_EQ(asks("192.0.2.7"), "200");
}

TEST(ClientNetwork, OpensNotMoreSocketsThanAFewClients) {
  const TemporaryFolder folder;
  server::NetLimits limits;
  limits.trusts_proxy = true;
  limits.connections_per_address = 3;
  LiveServer server(folder.path(), limits);
  std::vector<std::unique_ptr<RawClient>> sockets;
  const auto opens = [&](const std::string& from) {
    sockets.push_back(std::make_unique<RawClient>(server.port()));
    return sockets.back()->upgrade("X-Forwarded-For: " + from + "\r\n");
  };
  int opened = 0;
  for (int i = 0; i < 30; ++i) opened += opens("2001:db8:1:" + std::to_string(i) + "::1") ? 1 : 0;
  EXPECT_EQ(opened, 12);
  EXPECT_TRUE(opens("2001:db8:2:1::1"));
  sockets.clear();
  bool is_free = false;
  for (int i = 0; i < 200 && !is_free; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    is_free = opens("2001:db8:1:77::1");
  }
  EXPECT_TRUE(is_free) << "what is closed is free again";
}

TEST(ClientNetwork, SharesWithAFewClientsAtMost) {
  server::FairShare share;
  for (int i = 0; i < 40; ++i) share.charge({"2001:db8:1:" + std::to_string(i) + "::/64", ""}, 1'000, 0);
  share.charge({"192.0.2.7", ""}, 5'000, 0);
  EXPECT_GT(share.used({"2001:db8:1:77::/64", ""}, 0).client_ms, share.used({"192.0.2.7", ""}, 0).client_ms)
      << "an address nobody used yet, of a network that had eight times as much";
  EXPECT_EQ(share.used({"2001:db8:2:1::/64", ""}, 0).client_ms, 0);
}

TEST(ClientNetwork, MakesNotMoreGamesThanAFewClients) {
  server::ClientQuotas quotas;
  const int burst = static_cast<int>(server::QuotaLimits{}.games.burst);
  int made = 0;
  for (int i = 0; i < 10 * burst; ++i)
    made += quotas.take_game("2001:db8:1:" + std::to_string(i % 100) + "::/64", 0) ? 1 : 0;
  EXPECT_EQ(made, server::kClientsOfNetwork * burst);
}

}  // namespace partita::server_test
