#include <gtest/gtest.h>

#include "server/serve_child.h"
#include "store/database_fixture.h"

// What a person writes behind --database and --data, and what is said when it cannot be used.
namespace partita::server_test {

namespace {

constexpr const char* kPassword = "p@s:s/w%o?r='d # &+";
constexpr const char* kEncoded = "p%40s%3As%2Fw%25o%3Fr%3D%27d%20%23%20%26%2B";

/// No piece of the password that is long enough to be of use.
void expect_no_password(const std::string& text) {
  for (const char* piece : {"p@s:", "s/w", "o?r", "p%40s", "hush"})
    EXPECT_EQ(text.find(piece), std::string::npos) << text;
}

}  // namespace

class DatabaseUrl : public testing::Test {
 protected:
  void SetUp() override {
    auto& postgres = store_test::PostgresServer::instance();
    if (!postgres.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << postgres.why_not();
    soci::session sql("postgresql", postgres.url("postgres"));
    int there = 0;
    sql << "select count(*) from pg_roles where rolname = 'ada l@'", soci::into(there);
    if (there == 0) {
      std::string literal;
      for (const char* c = kPassword; *c != '\0'; ++c) {
        literal += std::string("\\x") + "0123456789abcdef"[*c / 16] + "0123456789abcdef"[*c % 16];
      }
      sql << "create role \"ada l@\" login password E'" + literal + "'";
      sql << "create database \"the games\" owner \"ada l@\"";
    }
    port_ = std::to_string(postgres.port());
    host_ = "127.0.0.1:" + port_;
    socket_ = postgres.folder().string();
  }
  fs::path data() const { return folder_.path() / "data"; }

  TemporaryFolder folder_;
  std::string port_;
  std::string host_;
  std::string socket_;
};

TEST_F(DatabaseUrl, EveryFormConnects) {
  const std::string who = std::string("ada%20l%40:") + kEncoded + "@";
  const std::string as_parameters = std::string("user=ada%20l%40&password=") + kEncoded;
  std::string folder;
  for (const char c : socket_) folder += c == '/' ? "%2F" : std::string(1, c);
  for (const std::string& url :
       {"postgresql://" + who + host_ + "/the%20games", "postgres://" + who + host_ + "/the%20games?",
        "postgresql://" + who + host_ + "/the%20games?sslmode=prefer&connect_timeout=3&application_name=it's",
        "postgresql://" + host_ + "/the%20games?" + as_parameters,
        "postgresql:///the%20games?host=127.0.0.1&port=" + port_ + "&" + as_parameters,
        "postgresql://" + who + "127.0.0.1:1," + host_ + "/the%20games",
        "postgresql://" + who + folder + ":" + port_ + "/the%20games"}) {
    ServeChild server(data(), {"--database", url});
    ASSERT_NE(server.port(), 0) << url << ": " << server.said();
    EXPECT_EQ(server.health(), 200);
    // What everybody on the machine can read of a process.
    expect_no_password(kit::read_whole("/proc/" + std::to_string(server.pid()) + "/cmdline"));
    EXPECT_EQ(server.end(SIGTERM), 0);
    expect_no_password(server.said());
  }
}

TEST_F(DatabaseUrl, WhatIsRefusedIsSaidWithoutThePassword) {
  for (const std::string& url : std::initializer_list<std::string>{
           "postgresql://ada%20l%40:hush%25hush@" + host_ + "/the%20games",
           "postgresql://ada:p@s:s/w%25o@" + host_ + "/x", "postgresql://ada:s/w@" + host_ + "/x",
           "postgresql://ada:o?r@" + host_ + "/x", "postgresql://ada:hush%zz@" + host_ + "/x",
           "postgresql://ada:hush%00@" + host_ + "/x", "postgresql://ada:hush@" + host_ + "/x?password=hush&hush",
           "postgresql://ada:hush@127.0.0.1:hush/x"}) {
    ServeChild server(data(), {"--database", url});
    EXPECT_EQ(server.exit_code(), 2) << url;
    expect_no_password(server.said());
    EXPECT_NE(server.said().find("database"), std::string::npos) << server.said();
    EXPECT_EQ(server.said().find('\n'), server.said().size() - 1) << "one line: " << server.said();
  }
  for (const char* url : {"postgresql://ada:hush@127.0.0.1:1/x", "postgresql://ada:hush@no.such.invalid/x"}) {
    ServeChild server(data(), {"--database", url});
    ASSERT_NE(server.port(), 0) << "a database that is away is waited for";
    ASSERT_TRUE(
        ServeChild::wait_for([&] { return server.said().find("waiting, and trying again") != std::string::npos; }));
    EXPECT_EQ(server.end(SIGTERM), 0);
    expect_no_password(server.said());
    EXPECT_NE(server.said().find("cannot reach the PostgreSQL database"), std::string::npos) << server.said();
  }
  ::setenv("PARTITA_DATABASE", "postgresql://ada:hush@host/x", 1);
  const auto shown = kit::run_program("config check");
  ::unsetenv("PARTITA_DATABASE");
  EXPECT_NE(shown.out.find("postgresql://ada:***@host/x"), std::string::npos) << shown.out << shown.err;
  expect_no_password(shown.out + shown.err);
}

class DataFolder : public testing::Test {
 protected:
  fs::path path(const char* name) const { return folder_.path() / name; }
  static unsigned mode(const fs::path& path) { return static_cast<unsigned>(fs::status(path).permissions()) & 0777U; }
  TemporaryFolder folder_;
};

TEST_F(DataFolder, OneThatCannotBeWrittenIsCalledThat) {
  fs::create_directory(path("data"));
  std::vector<std::string> before;
  std::string program = PARTITA_PROGRAM;
  if (::geteuid() == 0) {
    // Nothing but the file system keeps root from writing, so somebody else tries.
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::copy_file(PARTITA_PROGRAM, path("program"));
    program = path("program").string();
    before = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  }
  fs::permissions(path("data"), fs::perms(0555));
  ServeChild server(path("data"), {}, before, program);
  EXPECT_EQ(server.exit_code(), 2);
  EXPECT_EQ(server.said(),
            "partita: data folder " + path("data").string() + ": cannot be written: Permission denied\n");
  ServeChild elsewhere("/proc/nowhere", {});
  EXPECT_EQ(elsewhere.exit_code(), 2);
  EXPECT_EQ(elsewhere.said().find("another server"), std::string::npos) << elsewhere.said();
  EXPECT_NE(elsewhere.said().find("data folder /proc/nowhere: cannot be made"), std::string::npos) << elsewhere.said();
  fs::permissions(path("data"), fs::perms(0755));
}

TEST_F(DataFolder, AndTheStoreInItAreTheOwnersAlone) {
  fs::create_directory(path("data"));
  fs::permissions(path("data"), fs::perms(0755));
  {
    ServeChild server(path("data"), {});
    ASSERT_NE(server.port(), 0) << server.said();
    server.create(R"({"game":"omega","seats":[{"kind":"human"},{"kind":"human"}]})");
    server.signal(SIGKILL);
  }
  EXPECT_EQ(mode(path("data")), 0700U);
  for (const auto& entry : fs::directory_iterator(path("data"))) EXPECT_EQ(mode(entry.path()), 0600U) << entry.path();
  // As an older program left them.
  fs::permissions(path("data"), fs::perms(0755));
  for (const char* name : {"partita.sqlite", "partita.sqlite-wal", "partita.sqlite-shm"}) {
    ASSERT_TRUE(fs::exists(path("data") / name));
    fs::permissions(path("data") / name, fs::perms(0644));
  }
  std::ofstream(path("out")) << "";
  fs::permissions(path("out"), fs::perms(0644));
  {
    ServeChild server(path("data"), {});
    ASSERT_NE(server.port(), 0) << server.said();
    EXPECT_EQ(mode(path("data")), 0700U);
    for (const auto& entry : fs::directory_iterator(path("data"))) EXPECT_EQ(mode(entry.path()), 0600U) << entry.path();
  }
  ServeChild writer(path("data"), {"--export", path("out").string(), "--force"});
  EXPECT_EQ(writer.exit_code(), 0) << writer.said();
  EXPECT_EQ(mode(path("out")), 0600U) << "exports hold the secrets too";
}

TEST_F(DataFolder, ThatIsSharedWithOtherThingsKeepsItsMode) {
  fs::create_directories(path("data") / "of somebody else");
  fs::permissions(path("data"), fs::perms(0755));
  ServeChild server(path("data"), {});
  ASSERT_NE(server.port(), 0) << server.said();
  EXPECT_EQ(mode(path("data")), 0755U);
  EXPECT_EQ(mode(path("data") / "partita.sqlite"), 0600U);
}

}  // namespace partita::server_test
