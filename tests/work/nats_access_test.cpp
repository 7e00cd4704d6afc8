// How workers come to their server: before it is there, with a password, over TLS. As people start them: as programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "kit/temporary_folder.h"
#include "nats_server.h"
#include "work/nats_login.h"

namespace partita::work {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSecret = "s3cr3t-of-ada";

class NatsAccess : public testing::Test {
 protected:
  std::string file(const char* name, const std::string& text) {
    const std::string path = (folder_.path() / name).string();
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms(0600));
    return path;
  }
  std::string output() const { return (folder_.path() / "worker.txt").string(); }
  kit::Child worker(const std::string& url, const std::vector<std::string>& more = {}) {
    std::vector<std::string> command{PARTITA_PROGRAM, "worker", "--name", "tester", "--nats", url};
    command.insert(command.end(), more.begin(), more.end());
    return kit::Child(command, output());
  }
  std::string said() const { return kit::read_whole(output()); }
  /// Whether a worker is seen at work on the server within the time; `how` lets the asking program in.
  static bool is_seen(const std::string& how) {
    return wait_for(
        [&] { return kit::run_program("work status " + how).out.find("\n1 workers") != std::string::npos; });
  }
  template <class Condition>
  static bool wait_for(Condition condition) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > give_up) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
  }

  kit::TemporaryFolder folder_;
};

TEST_F(NatsAccess, AWorkerWaitsForItsServer) {
  NatsServer server;
  server.kill();
  kit::Child early = worker(server.url());
  EXPECT_TRUE(
      wait_for([&] { return !early.is_running() || said().find("waiting for the NATS server") != std::string::npos; }));
  ASSERT_TRUE(early.is_running()) << said();
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  server.start();
  EXPECT_TRUE(is_seen("--nats " + server.url())) << said();
  EXPECT_EQ(early.end(SIGTERM), 0) << said();
  const std::string text = said();
  EXPECT_EQ(text.find("waiting"), text.rfind("waiting")) << "said once: " << text;
}

TEST_F(NatsAccess, AWaitingWorkerEndsBySignal) {
  NatsServer server;
  server.kill();
  kit::Child early = worker(server.url());
  EXPECT_TRUE(
      wait_for([&] { return !early.is_running() || said().find("waiting for the NATS server") != std::string::npos; }));
  ASSERT_TRUE(early.is_running()) << said();
  early.signal(SIGINT);
  EXPECT_TRUE(wait_for([&] { return !early.is_running(); }));
  EXPECT_EQ(early.wait(), 0) << said();
}

TEST_F(NatsAccess, PasswordsComeFromAFileOrTheEnvironmentAndAreNeverShown) {
  const std::string secret = kSecret;
  NatsServer server({"--user", "ada", "--pass", secret});
  const std::string login = file("login", "# of the worker\nuser = ada\npassword = " + secret + "\n");
  const std::string by_url = "nats://ada:" + secret + "@127.0.0.1:" + std::to_string(server.port());
  const std::string status = "--nats " + server.url() + " --nats-credentials " + login;
  const auto works = [&](const std::string& url, const std::vector<std::string>& more) {
    kit::Child one = worker(url, more);
    EXPECT_TRUE(is_seen(status)) << said();
    const std::string shown = kit::read_whole("/proc/" + std::to_string(one.pid()) + "/cmdline");
    EXPECT_NE(shown.find("worker"), std::string::npos);
    EXPECT_EQ(shown.find(secret), std::string::npos) << "everybody on the machine can read this";
    EXPECT_EQ(one.end(SIGTERM), 0) << said();
    EXPECT_EQ(said().find(secret), std::string::npos) << said();
  };
  works(server.url(), {"--nats-credentials", login});
  works(by_url, {});
  ::setenv("PARTITA_NATS_USER", "ada", 1);
  ::setenv("PARTITA_NATS_PASSWORD", secret.c_str(), 1);
  works(server.url(), {});
  ::unsetenv("PARTITA_NATS_USER");
  ::unsetenv("PARTITA_NATS_PASSWORD");

  const std::string wrong = file("wrong", "user = ada\npassword = wr0ng-" + secret + "\n");
  const std::string broken = file("broken", "user = ada\npasswort " + secret + "\n");
  for (const std::string& how :
       {"--nats nats://ada:wr0ng-" + secret + "@127.0.0.1:" + std::to_string(server.port()), "--nats " + server.url(),
        "--nats " + server.url() + " --nats-credentials " + wrong,
        "--nats " + server.url() + " --nats-credentials " + broken, "--nats nats://ada:" + secret + "@127.0.0.1:1x",
        "--nats nats://ada:" + secret + "@"}) {
    for (const char* command : {"worker ", "work status "}) {
      const auto run = kit::run_program(command + how);
      EXPECT_EQ(run.exit_code, 2) << command << how << run.err;
      EXPECT_EQ((run.out + run.err).find(secret), std::string::npos) << run.out << run.err;
    }
  }
  const auto badly_written = kit::run_program("work status --nats " + by_url + "/" + secret + "@x.invalid");
  EXPECT_EQ(badly_written.err.find(secret), std::string::npos) << badly_written.err;
}

TEST_F(NatsAccess, TlsWithACertificateAuthorityOfOnesOwn) {
  const std::string at = folder_.path().string() + "/";
  const std::string quiet = " >/dev/null 2>&1";
  const auto make = [&](const std::string& arguments) {
    return std::system(("openssl " + arguments + quiet).c_str()) == 0;
  };
  if (!make("version")) GTEST_SKIP() << "there is no openssl";
  const std::string key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ";
  for (const std::string name : {"", "other-"}) {
    ASSERT_TRUE(
        make("req -x509 " + key + "-subj /CN=tests -keyout " + at + name + "ca.key -out " + at + name + "ca.pem"));
  }
  for (const std::string name : {"server", "client"}) {
    file("names", name == "server" ? "subjectAltName=DNS:localhost,IP:127.0.0.1\n" : "extendedKeyUsage=clientAuth\n");
    ASSERT_TRUE(make("req " + key + "-subj /CN=" + name + " -keyout " + at + name + ".key -out " + at + name + ".csr"));
    ASSERT_TRUE(make("x509 -req -days 2 -CAcreateserial -CA " + at + "ca.pem -CAkey " + at + "ca.key -in " + at + name +
                     ".csr -out " + at + name + ".pem -extfile " + at + "names"));
  }
  NatsServer server({"--tls", "--tlscert", at + "server.pem", "--tlskey", at + "server.key", "--tlsverify",
                     "--tlscacert", at + "ca.pem", "--user", "ada", "--pass", kSecret});
  const std::string login = file("login", std::string("user = ada\npassword = ") + kSecret + "\n");
  const std::string own =
      " --nats-credentials " + login + " --nats-cert " + at + "client.pem --nats-key " + at + "client.key";
  for (const char* host : {"localhost", "127.0.0.1"}) {
    const std::string url = "tls://" + std::string(host) + ":" + std::to_string(server.port());
    kit::Child one = worker(url, {"--nats-ca", at + "ca.pem", "--nats-credentials", login, "--nats-cert",
                                  at + "client.pem", "--nats-key", at + "client.key"});
    EXPECT_TRUE(is_seen("--nats " + url + " --nats-ca " + at + "ca.pem" + own)) << said();
    EXPECT_EQ(one.end(SIGTERM), 0) << said();
  }
  const std::string url = "tls://localhost:" + std::to_string(server.port());
  // Whoever answers with a certificate of another authority, or of another name, or asks for ours in vain, is not
  // spoken to.
  const auto stranger = kit::run_program("work status --nats " + url + " --nats-ca " + at + "other-ca.pem" + own);
  EXPECT_EQ(stranger.exit_code, 2) << stranger.out;
  EXPECT_NE(stranger.err.find("issuer certificate"), std::string::npos) << stranger.err;
  const auto other_name = kit::run_program("work status --nats tls://127.0.0.2:" + std::to_string(server.port()) +
                                           " --nats-ca " + at + "ca.pem" + own);
  EXPECT_EQ(other_name.exit_code, 2) << other_name.out;
  const auto unsigned_one =
      kit::run_program("work status --nats " + url + " --nats-ca " + at + "ca.pem --nats-credentials " + login);
  EXPECT_EQ(unsigned_one.exit_code, 2) << unsigned_one.out;
}

TEST(NatsLoginText, FileBeatsEnvironmentAndHostsAreFound) {
  const auto variable = [](const std::string& name) -> std::optional<std::string> {
    if (name == "PARTITA_NATS_USER") return "bob";
    if (name == "PARTITA_NATS_CA") return "/ca.pem";
    return std::nullopt;
  };
  NatsLogin given;
  given.user = "ada";
  EXPECT_EQ(with_environment(given, variable).user, "ada");
  EXPECT_EQ(with_environment(given, variable).authority, "/ca.pem");
  EXPECT_EQ(host_of("tls://ada:x@host.example:4222"), "host.example");
  EXPECT_EQ(host_of("nats://[::1]:4222"), "::1");
  EXPECT_EQ(host_of("host"), "host");
  EXPECT_EQ(without_userinfo("nats://ada:x@y@host:1"), "nats://host:1");
  given.file = "/nowhere";
  EXPECT_FALSE(with_file_read(given));
}

}  // namespace
}  // namespace partita::work
