#include <gtest/gtest.h>

#include <atomic>

#include "base/clock.h"
#include "server/serve_child.h"
#include "store/database_fixture.h"
#include "work/nats_server.h"

// A server whose database or NATS server is away when it starts, or goes later: it waits, says so, and comes back
// without a storm.
namespace partita::server_test {

namespace {

/// Takes connections on a port and ends each at once, as a proxy does whose server is away; counts them.
class CountingDoor {
 public:
  explicit CountingDoor(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const int yes = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(socket_, 64), 0);
    thread_ = std::thread([this] { run(); });
  }
  ~CountingDoor() {
    done_ = true;
    thread_.join();
    ::close(socket_);
  }
  int count() const { return count_; }

 private:
  void run() {
    while (!done_) {
      pollfd wait{socket_, POLLIN, 0};
      if (::poll(&wait, 1, 20) <= 0) continue;
      ::close(::accept(socket_, nullptr, nullptr));
      ++count_;
    }
  }
  const int socket_;
  std::atomic<int> count_{0};
  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace

class WaitingStart : public testing::Test {
 protected:
  void SetUp() override {
    if (!postgres_.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << postgres_.why_not();
    url_ = postgres_.fresh_url();
  }
  std::vector<std::string> cluster() const {
    return {"--database", url_, "--nats", nats_.url(), "--cluster", "--search-threads", "1"};
  }
  fs::path data() const { return folder_.path() / "data"; }
  static bool becomes(ServeChild& server, int health) {
    return ServeChild::wait_for([&] { return server.health() == health; });
  }
  static bool plays(ServeChild& server) {
    const json::object created =
        server.create(R"({"game":"omega","rules":{"side":"3"},"seats":[{"kind":"human"},{"kind":"human"}]})");
    RawClient player(server.port());
    if (!player.upgrade()) return false;
    player.say(watch(id_of(created), token_of(created, 0)));
    return player.hear("state").has_value();
  }

  store_test::PostgresServer& postgres_ = store_test::PostgresServer::instance();
  TemporaryFolder folder_;
  work::NatsServer nats_;
  std::string url_;
};

TEST_F(WaitingStart, ForTheNatsServer) {
  nats_.kill();
  ServeChild server(data(), cluster());
  ASSERT_NE(server.port(), 0) << server.said();
  const std::string health = server.http("GET /readyz");
  EXPECT_TRUE(begins(health, "HTTP/1.1 503")) << health;
  EXPECT_TRUE(begins(server.http("GET /healthz"), "HTTP/1.1 200")) << "a restart would not bring it";
  EXPECT_NE(health.find(R"({"status":"waiting","for":"NATS server"})"), std::string::npos) << health;
  EXPECT_TRUE(begins(server.http("GET /api/v1/games"), "HTTP/1.1 503")) << "nothing is served half";
  EXPECT_FALSE(RawClient(server.port()).upgrade());
  EXPECT_NE(server.said().find("partita: waiting, and trying again: NATS server: "), std::string::npos)
      << server.said();
  nats_.start();
  ASSERT_TRUE(becomes(server, 200)) << server.said();
  EXPECT_TRUE(plays(server));
  EXPECT_EQ(server.end(SIGTERM), 0);
}

TEST_F(WaitingStart, ForTheDatabase) {
  for (const bool is_cluster : {true, false}) {
    postgres_.stop("immediate");
    ServeChild server(data(), is_cluster ? cluster() : std::vector<std::string>{"--database", url_});
    ASSERT_NE(server.port(), 0) << server.said();
    const std::string health = server.http("GET /healthz");
    EXPECT_NE(health.find(R"({"status":"waiting","for":"database"})"), std::string::npos) << health;
    ASSERT_TRUE(postgres_.start());
    ASSERT_TRUE(becomes(server, 200)) << server.said();
    EXPECT_TRUE(plays(server));
    EXPECT_EQ(server.end(SIGTERM), 0);
  }
}

TEST_F(WaitingStart, EndsWhenItIsTold) {
  nats_.kill();
  ServeChild server(data(), cluster());
  ASSERT_NE(server.port(), 0) << server.said();
  const base::Stopwatch watch;
  EXPECT_EQ(server.end(SIGTERM), 0);
  EXPECT_LT(watch.seconds(), 4) << "an attempt takes two seconds at most";
}

TEST_F(WaitingStart, ADatabaseThatComesAndRefusesEndsIt) {
  postgres_.stop("immediate");
  std::string elsewhere = url_;
  elsewhere.replace(elsewhere.find("@/") + 2, elsewhere.find('?') - elsewhere.find("@/") - 2, "no_such_database");
  ServeChild server(data(), {"--database", elsewhere});
  ASSERT_NE(server.port(), 0) << server.said();
  ASSERT_TRUE(postgres_.start());
  EXPECT_EQ(server.exit_code(), 2);
  EXPECT_NE(server.said().find("\"no_such_database\" does not exist"), std::string::npos) << server.said();
}

TEST_F(WaitingStart, APortThatIsTakenIsOneLine) {
  ServeChild first(data(), cluster());
  ASSERT_NE(first.port(), 0) << first.said();
  const std::string port = std::to_string(first.port());
  kit::Child second({PARTITA_PROGRAM, "serve", "--data", (folder_.path() / "second").string(), "--database", url_,
                     "--nats", nats_.url(), "--cluster", "--port", port},
                    (folder_.path() / "out").string());
  EXPECT_EQ(second.wait(), 2);
  EXPECT_EQ(kit::read_whole((folder_.path() / "out").string()),
            "partita: cannot listen on 127.0.0.1:" + port + ": Address already in use\n");
}

TEST_F(WaitingStart, ComingBackIsNoStorm) {
  ServeChild server(data(), cluster());
  ASSERT_NE(server.port(), 0) << server.said();
  ASSERT_EQ(server.health(), 200);
  nats_.kill();
  {
    const CountingDoor door(nats_.port());
    std::this_thread::sleep_for(std::chrono::seconds(4));
    // Two connections (peers and workers), each after 0.25, 0.5, 1, 2 s: five tries, and as many for a slow machine.
    EXPECT_LE(door.count(), 20);
    EXPECT_GE(door.count(), 2);
  }
  nats_.start();
  EXPECT_TRUE(plays(server));
}

TEST_F(WaitingStart, ComingBackToTheDatabaseIsNoStorm) {
  const std::string over_tcp = "postgresql://postgres@127.0.0.1:" + std::to_string(nats_.port()) + "/x?sslmode=disable";
  nats_.kill();
  const CountingDoor door(nats_.port());
  ServeChild server(data(), {"--database", over_tcp});
  ASSERT_NE(server.port(), 0) << server.said();
  std::this_thread::sleep_for(std::chrono::seconds(4));
  EXPECT_LE(door.count(), 12);
  EXPECT_GE(door.count(), 3);
}

}  // namespace partita::server_test
