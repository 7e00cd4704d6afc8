#include <fstream>
#include <iterator>

#include "server/client_address.h"
#include "server/live_server.h"

// The server behind the proxy of docs/security.md, and what a client can claim about itself.
namespace partita::server_test {

namespace {

/// A port that was free a moment ago.
std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(socket);
  return bound ? ntohs(address.sin_port) : 0;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

/// The documented configuration with this test's ports and without its certificate.
std::string documented_configuration(std::uint16_t listens, std::uint16_t server) {
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/docs/security.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const auto begin = page.find("```nginx\n");
  const auto end = page.find("```", begin + 3);
  EXPECT_NE(end, std::string::npos);
  std::string text = page.substr(begin + 9, end - begin - 9);
  replace(text, "listen 443 ssl;", "listen 127.0.0.1:" + std::to_string(listens) + ";");
  replace(text, "127.0.0.1:7271", "127.0.0.1:" + std::to_string(server));
  for (auto at = text.find("ssl_"); at != std::string::npos; at = text.find("ssl_"))
    text.erase(at, text.find('\n', at) - at);
  return text;
}

/// nginx in a folder of its own.
class Proxy {
 public:
  Proxy(const fs::path& folder, std::uint16_t server) : port_(free_port()) {
    const fs::path configuration = folder / "nginx.conf";
    std::ofstream out(configuration);
    out << "daemon off;\nmaster_process off;\nworker_processes 1;\npid " << (folder / "nginx.pid").string()
        << ";\nerror_log " << (folder / "nginx.log").string()
        << ";\nevents { worker_connections 1024; }\nhttp {\naccess_log off;\n";
    for (const char* kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      out << kind << "_temp_path " << (folder / kind).string() << ";\n";
    }
    out << documented_configuration(port_, server) << "}\n";
    out.close();
    process_ = ::fork();
    if (process_ == 0) {
      const std::string log = (folder / "nginx.log").string();
      ::execl("/usr/sbin/nginx", "nginx", "-e", log.c_str(), "-c", configuration.c_str(), nullptr);
      ::_exit(127);
    }
  }
  ~Proxy() {
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  std::uint16_t port() const { return port_; }
  bool answers() const {
    for (int i = 0; i < 1'000; ++i) {
      if (RawClient(port_).is_connected()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

 private:
  std::uint16_t port_;
  pid_t process_ = -1;
};

}  // namespace

TEST(ProxyTest, TheDocumentedProxyTellsClientsApart) {
  if (!fs::exists("/usr/sbin/nginx")) GTEST_SKIP() << "nginx is not there";
  const TemporaryFolder folder;
  ServeProcess server(folder.path(), {"--trust-proxy"});
  ASSERT_NE(server.port(), 0);
  Proxy proxy(folder.path(), server.port());
  ASSERT_TRUE(proxy.answers());
  RawClient visitor(proxy.port());
  EXPECT_TRUE(begins(visitor.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"), "HTTP/1.1 200"));
  // One client takes all the sockets it may have; claiming to be somebody else gives it no more, and others have
  // theirs.
  std::vector<std::unique_ptr<RawClient>> sockets;
  const auto opens = [&](const char* from, const std::string& more = "") {
    sockets.push_back(std::make_unique<RawClient>(proxy.port(), 0, from));
    return sockets.back()->upgrade(more);
  };
  int opened = 0;
  while (opened < 100 && opens("127.0.0.2")) ++opened;
  EXPECT_EQ(opened, 64);
  EXPECT_FALSE(opens("127.0.0.2", "X-Forwarded-For: 192.0.2.7\r\n"));
  EXPECT_TRUE(opens("127.0.0.3"));
  sockets.back()->say({{"type", "ping"}, {"request", 1}});
  EXPECT_TRUE(sockets.back()->hear("done")) << "messages go through in both directions";
  // Requests are counted likewise.
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    RawClient client(proxy.port(), 0, "127.0.0.2");
    refused +=
        begins(client.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"), "HTTP/1.1 429")
            ? 1
            : 0;
  }
  EXPECT_GT(refused, 0);
  RawClient other(proxy.port(), 0, "127.0.0.4");
  EXPECT_TRUE(begins(other.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"), "HTTP/1.1 200"));
}

TEST(ProxyTest, NobodyIsBelievedUnlessAProxyIsTrusted) {
  const TemporaryFolder folder;
  server::NetLimits limits;
  limits.trusts_loopback = false;
  limits.connections_per_address = 100;
  limits.requests_per_second = 0.1;
  limits.request_burst = 5;
  LiveServer server(folder.path(), limits);
  int refused = 0;
  for (int i = 0; i < 10; ++i) {
    refused += begins(server.get("/healthz", "X-Forwarded-For: 192.0.2." + std::to_string(i) + "\r\n"), "HTTP/1.1 429")
                   ? 1
                   : 0;
  }
  EXPECT_GE(refused, 4);
}

TEST(ClientAddressTest, NamesClientsByWhatTheyCannotChoose) {
  using server::client_of_address;
  using server::forwarded_client;
  EXPECT_EQ(client_of_address("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(client_of_address("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(client_of_address("::1"), "::1");
  EXPECT_EQ(client_of_address("2001:db8:1:2:3:4:5:6"), client_of_address("2001:db8:1:2:ffff::1"));
  EXPECT_NE(client_of_address("2001:db8:1:2::1"), client_of_address("2001:db8:1:3::1"));
  EXPECT_EQ(client_of_address("a name"), "");
  EXPECT_EQ(forwarded_client("9.9.9.9, 192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(forwarded_client("192.0.2.7:4711"), "192.0.2.7");
  EXPECT_EQ(forwarded_client("9.9.9.9, [2001:db8::1]:80"), "2001:db8::/64");
  EXPECT_EQ(forwarded_client(" unknown"), "");
  EXPECT_EQ(forwarded_client(""), "");
}

}  // namespace partita::server_test
