#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "kit/child.h"
#include "kit/program.h"
#include "server/live_server.h"

namespace partita::server_test {

/// `partita serve` on a free port as a process, with any options.
class ServeChild {
 public:
  ServeChild(const fs::path& data, const std::vector<std::string>& more, std::vector<std::string> before = {},
             const std::string& program = PARTITA_PROGRAM)
      : output_(kit::scratch_path("serve" + std::to_string(++last_))) {
    std::vector<std::string> command = std::move(before);
    command.push_back(program);
    for (const char* word : {"serve", "--port", "0", "--data"}) command.emplace_back(word);
    command.push_back(data.string());
    command.insert(command.end(), more.begin(), more.end());
    child_ = std::make_unique<kit::Child>(command, output_);
  }
  ~ServeChild() {
    child_.reset();
    std::error_code ignored;
    fs::remove(output_, ignored);
  }

  /// 0 if it has not said one.
  std::uint16_t port() {
    constexpr std::string_view kMark = "Partita is on http://";
    std::uint16_t found = 0;
    wait_for([&] {
      const std::string text = said();
      const auto begin = text.find(kMark);
      const auto end = text.find('\n', begin);
      if (begin == std::string::npos || end == std::string::npos) return !child_->is_running();
      found = static_cast<std::uint16_t>(std::stoi(text.substr(text.rfind(':', end) + 1)));
      return true;
    });
    return found;
  }
  /// Its exit code, if it ends by itself.
  std::optional<int> exit_code() {
    if (!wait_for([&] { return !child_->is_running(); })) return std::nullopt;
    return child_->wait();
  }
  std::string said() const { return kit::read_whole(output_); }
  int end(int signal) { return child_->end(signal); }
  pid_t pid() const { return child_->pid(); }
  void signal(int number) const { child_->signal(number); }

  std::string http(const std::string& head, const std::string& body = "") {
    RawClient client(port());
    const std::string length =
        body.empty() ? "" : "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    return client.http(head + " HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n" + body);
  }
  int health() {
    const std::string answer = http("GET /readyz");
    return answer.size() < 12 ? 0 : std::stoi(answer.substr(9, 3));
  }
  json::object create(const std::string& body) {
    const std::string answer = http("POST /api/v1/games", body);
    EXPECT_EQ(answer.rfind("HTTP/1.1 201", 0), 0U) << answer << said();
    return json::parse(answer.substr(answer.find("\r\n\r\n") + 4)).as_object();
  }

  template <class Condition>
  static bool wait_for(Condition condition, std::chrono::seconds patience = std::chrono::seconds(15)) {
    const auto give_up = std::chrono::steady_clock::now() + patience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > give_up) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
  }

 private:
  static inline int last_ = 0;
  std::string output_;
  std::unique_ptr<kit::Child> child_;
};

}  // namespace partita::server_test
