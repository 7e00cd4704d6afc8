#pragma once

#include <signal.h>
#include <sys/wait.h>

#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "server/house.h"
#include "server/raw_client.h"
#include "server/server.h"

namespace partita::server_test {

inline bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

inline json::object watch(const std::string& id, const std::string& token) {
  return {{"type", "watch"}, {"game_id", id}, {"tokens", json::array{token}}};
}

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
    thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
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
    return client.http("POST " + path +
                       " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
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

/// The program itself in a process of its own, so that it can be killed.
class ServeProcess {
 public:
  explicit ServeProcess(const fs::path& folder, const std::vector<std::string>& more = {})
      : output_(folder / "output.txt") {
    const std::string log = (folder / "log.txt").string();
    const std::string data = folder.string();
    std::vector<const char*> words = {PARTITA_PROGRAM, "serve",      "--port", "0",
                                      "--data",        data.c_str(), "--log",  log.c_str()};
    for (const std::string& word : more) words.push_back(word.c_str());
    words.push_back(nullptr);
    std::error_code ignored;
    fs::remove(output_, ignored);
    process_ = ::fork();
    if (process_ == 0) {
      if (std::freopen(output_.c_str(), "w", stdout) == nullptr) ::_exit(1);
      ::execv(PARTITA_PROGRAM, const_cast<char* const*>(words.data()));
      ::_exit(127);
    }
  }
  ~ServeProcess() { end(SIGTERM); }
  void signal(int number) { ::kill(process_, number); }
  int end(int signal) {
    if (process_ <= 0) return 0;
    ::kill(process_, signal);
    // A program that does not end is a failure to be told, not one to wait for.
    constexpr int kPatienceMs = 20'000;
    int status = 0;
    for (int waited_ms = 0; ::waitpid(process_, &status, WNOHANG) == 0; waited_ms += 10) {
      if (waited_ms >= kPatienceMs) {
        ADD_FAILURE() << "the server had not ended " << kPatienceMs << " ms after signal " << signal;
        ::kill(process_, SIGKILL);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    process_ = -1;
    return status;
  }
  std::uint16_t port() const {
    for (int i = 0; i < 1'000; ++i) {
      std::ifstream file(output_);
      std::string text;
      std::getline(file, text);
      const auto colon = text.rfind(':');
      if (!file.eof() && colon != std::string::npos)
        return static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)));
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return 0;
  }

 private:
  fs::path output_;
  pid_t process_ = -1;
};

/// A game of Omega for two people, made over a connection of its own; the server's answer.
inline json::object create_game(std::uint16_t port) {
  const std::string body = R"({"game":"omega","rules":{"side":"4"},"seats":[{"kind":"human"},{"kind":"human"}]})";
  const std::string answer = RawClient(port).http(
      "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: " +
      std::to_string(body.size()) + "\r\n\r\n" + body);
  return json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).as_object();
}

}  // namespace partita::server_test
