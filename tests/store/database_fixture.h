#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <soci/soci.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "kit/temporary_folder.h"
#include "store/store.h"

namespace partita::store_test {

namespace fs = std::filesystem;

using kit::TemporaryFolder;

/// A real PostgreSQL of its own in a temporary folder, reached by a Unix socket; started once per test program.
class PostgresServer {
 public:
  static PostgresServer& instance() {
    static PostgresServer server;
    return server;
  }
  bool is_running() const { return running_; }
  const std::string& why_not() const { return why_not_; }
  std::string url(const std::string& database) const {
    return "postgresql://postgres@/" + database + "?host=" + folder_.path().string() + "&port=" + std::to_string(port_);
  }
  /// It also listens on 127.0.0.1, where it asks for passwords.
  int port() const { return port_; }
  const fs::path& folder() const { return folder_.path(); }
  /// A new empty database.
  std::string fresh_url() {
    const std::string name = "t" + std::to_string(++databases_);
    soci::session sql("postgresql", url("postgres"));
    sql << "create database " + name;
    return url(name);
  }
  void stop(const std::string& mode) { control("stop -m " + mode); }
  bool start() {
    return control("start -w -o \"-F -c listen_addresses=127.0.0.1 -p " + std::to_string(port_) +
                   " -c max_connections=20 -k " + folder_.path().string() + "\"") == 0;
  }

 private:
  PostgresServer() {
    const fs::path binaries = find_binaries();
    if (binaries.empty()) {
      why_not_ = "no initdb found under /usr/lib/postgresql or on the PATH";
      return;
    }
    binaries_ = binaries.string();
    // PostgreSQL refuses to run as root, so root hands the folder to the user the Debian package made.
    if (::geteuid() == 0) {
      as_user_ = "runuser -u postgres -- ";
      if (std::system(("chown postgres " + folder_.path().string()).c_str()) != 0) {
        why_not_ = "running as root and there is no user 'postgres'";
        return;
      }
    }
    const std::string init = as_user_ + binaries_ +
                             "/initdb -N --auth-local=trust --auth-host=scram-sha-256 -U postgres -D " + data() + " >" +
                             log() + " 2>&1";
    if (std::system(init.c_str()) != 0 || !start()) {
      why_not_ = "initdb or pg_ctl failed";
      return;
    }
    running_ = true;
  }
  ~PostgresServer() {
    if (running_) stop("immediate");
  }

  static fs::path find_binaries() {
    for (const char* version : {"17", "16", "15", "14", "13"}) {
      const fs::path folder = fs::path("/usr/lib/postgresql") / version / "bin";
      if (fs::exists(folder / "initdb")) return folder;
    }
    return fs::exists("/usr/bin/initdb") ? fs::path("/usr/bin") : fs::path();
  }
  static int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
  }
  std::string data() const { return (folder_.path() / "data").string(); }
  std::string log() const { return (folder_.path() / "log").string(); }
  int control(const std::string& what) {
    return std::system((as_user_ + binaries_ + "/pg_ctl -D " + data() + " -l " + log() + ".server " + what + " >" +
                        log() + ".ctl 2>&1 </dev/null")
                           .c_str());
  }

  TemporaryFolder folder_;
  const int port_ = free_port();
  std::string binaries_;
  std::string as_user_;
  std::string why_not_;
  bool running_ = false;
  int databases_ = 0;
};

/// Every test of this fixture runs on SQLite and on PostgreSQL.
class OnBothDatabases : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "sqlite") {
      url_ = (folder_.path() / "store with a space.sqlite").string();
      return;
    }
    PostgresServer& server = PostgresServer::instance();
    if (!server.is_running()) GTEST_SKIP() << "PostgreSQL is not there: " << server.why_not();
    url_ = server.fresh_url();
  }

  std::unique_ptr<store::Store> open(int schema = store::kSchemaVersion) {
    auto opened = store::Store::open(url_, schema);
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error());
    return opened ? std::move(*opened) : nullptr;
  }
  bool is_sqlite() const { return std::string(GetParam()) == "sqlite"; }
  /// A plain connection for tests that look behind the store's back.
  std::unique_ptr<soci::session> raw() {
    return is_sqlite() ? std::make_unique<soci::session>("sqlite3", "db=\"" + url_ + "\"")
                       : std::make_unique<soci::session>("postgresql", url_);
  }

  TemporaryFolder folder_;
  std::string url_;
};

}  // namespace partita::store_test
