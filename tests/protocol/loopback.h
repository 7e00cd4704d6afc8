#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "protocol/tcp_connection.h"

namespace partita::kit {

/// A server for one client on this machine: `serve` runs on a thread of its own, then the connection is closed.
class Loopback {
 public:
  explicit Loopback(std::function<void(protocol::TcpConnection&)> serve) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ::listen(listener_, 1);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this, serve = std::move(serve)] {
      const int client = ::accept(listener_, nullptr, nullptr);
      if (client < 0) return;
      protocol::TcpConnection connection(client);
      serve(connection);
    });
  }
  ~Loopback() {
    ::shutdown(listener_, SHUT_RDWR);  // wakes an accept nobody came for
    thread_.join();
    ::close(listener_);
  }
  int port() const { return port_; }

 private:
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace partita::kit
