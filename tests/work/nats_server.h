#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "kit/child.h"
#include "kit/program.h"

namespace partita::work {

/// A nats-server of the test's own: a free port, JetStream on files in a scratch folder unless it is to have none.
class NatsServer {
 public:
  enum class Streams { kOnDisk, kNone };
  explicit NatsServer(std::vector<std::string> more = {}, Streams streams = Streams::kOnDisk)
      : folder_(kit::scratch_path("nats")), port_(free_port()), more_(std::move(more)) {
    if (streams == Streams::kOnDisk) more_.insert(more_.end(), {"-js", "-sd", folder_});
    std::filesystem::remove_all(folder_);
    start();
  }
  ~NatsServer() {
    child_.reset();
    std::filesystem::remove_all(folder_);
  }
  std::string url() const { return "nats://127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }
  void kill() { child_.reset(); }
  void start() {
    const char* known = std::filesystem::exists("/usr/sbin/nats-server") ? "/usr/sbin/nats-server" : "nats-server";
    std::vector<std::string> command{known, "-a", "127.0.0.1", "-p", std::to_string(port_)};
    command.insert(command.end(), more_.begin(), more_.end());
    child_ = std::make_unique<kit::Child>(command);
    for (int i = 0; i < 500 && !answers(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  bool answers() const {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = at(port_);
    const bool is_open = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return is_open;
  }

 private:
  static sockaddr_in at(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
  }
  static int free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = at(0);
    EXPECT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    socklen_t size = sizeof address;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
  }

  std::string folder_;
  int port_;
  std::vector<std::string> more_;
  std::unique_ptr<kit::Child> child_;
};

}  // namespace partita::work
