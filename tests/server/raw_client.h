#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace partita::server_test {

/// A TCP client of the test: blocking, with a time limit, and just enough WebSocket. Knows nothing of Beast, so that
/// the server is not tested against its own library.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0, const char* from = nullptr)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (from != nullptr) {
      sockaddr_in own{};
      own.sin_family = AF_INET;
      ::inet_pton(AF_INET, from, &own.sin_addr);
      EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&own), sizeof own), 0);
    }
    if (receive_buffer > 0) ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_connected() const { return connected_; }
  bool send(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t n = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<std::size_t>(n);
    }
    return true;
  }
  void finish_sending() { ::shutdown(socket_, SHUT_WR); }
  /// More bytes into the buffer; false at the end of the stream or after the time.
  bool receive(int timeout_ms = 60'000) {
    pollfd wait{socket_, POLLIN, 0};
    if (::poll(&wait, 1, timeout_ms) <= 0) return false;
    char bytes[16'384];
    const ssize_t n = ::recv(socket_, bytes, sizeof bytes, 0);
    if (n <= 0) {
      closed_ = true;
      return false;
    }
    buffer_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }
  /// Whether the server answers or closes within the time.
  bool is_answered_or_closed(int timeout_ms = 15'000) { return receive(timeout_ms) || closed_; }
  bool is_closed() const { return closed_; }
  /// What came and was not taken yet.
  const std::string& received() const { return buffer_; }

  /// One whole HTTP answer: head and body by its Content-Length. Empty if none came.
  std::string http(const std::string& request) {
    if (!send(request)) return "";
    std::size_t head = 0;
    while ((head = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!receive()) return "";
    }
    head += 4;
    std::size_t length = 0;
    const auto field = buffer_.find("Content-Length: ");
    if (field < head) length = std::stoul(buffer_.substr(field + 16));
    while (buffer_.size() < head + length) {
      if (!receive()) return "";
    }
    const std::string answer = buffer_.substr(0, head + length);
    buffer_.erase(0, head + length);
    return answer;
  }

  void ask_upgrade(const std::string& more = "") {
    send(
        "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
        more + "\r\n");
  }
  bool upgrade(const std::string& more = "") {
    ask_upgrade(more);
    std::size_t head = 0;
    while ((head = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!receive()) return false;
    }
    const bool accepted = buffer_.rfind("HTTP/1.1 101", 0) == 0;
    if (accepted) buffer_.erase(0, head + 4);
    return accepted;
  }
  static std::string frame(const std::string& payload, unsigned char first = 0x81) {
    std::string bytes(1, static_cast<char>(first));
    if (payload.size() < 126) {
      bytes += static_cast<char>(0x80U | payload.size());
    } else if (payload.size() < 65'536) {
      bytes += static_cast<char>(0x80U | 126U);
      bytes += static_cast<char>(payload.size() >> 8U);
      bytes += static_cast<char>(payload.size() & 255U);
    } else {
      bytes += static_cast<char>(0x80U | 127U);
      for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>((payload.size() >> shift) & 255U);
    }
    bytes.append(4, '\0');  // a mask of zeros leaves the payload as it is
    return bytes + payload;
  }
  bool say(const boost::json::object& message) { return send(frame(boost::json::serialize(message))); }
  /// The next text message, if any comes; pings are passed over.
  std::optional<boost::json::object> hear(int timeout_ms = 10'000) {
    for (;;) {
      if (const auto payload = take_frame()) {
        if (payload->first == 1) return boost::json::parse(payload->second).as_object();
        if (payload->first == 8) return std::nullopt;
        continue;
      }
      if (!receive(timeout_ms)) return std::nullopt;
    }
  }
  /// The next message of that type.
  std::optional<boost::json::object> hear(const std::string& type) {
    while (auto message = hear()) {
      if (message->at("type").as_string() == type) return message;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::pair<int, std::string>> take_frame() {
    if (buffer_.size() < 2) return std::nullopt;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[i]); };
    std::size_t length = byte(1) & 127U;
    std::size_t head = 2;
    if (length == 126) {
      if (buffer_.size() < 4) return std::nullopt;
      length = static_cast<std::size_t>(byte(2) << 8U) | byte(3);
      head = 4;
    } else if (length == 127) {
      if (buffer_.size() < 10) return std::nullopt;
      length = 0;
      for (std::size_t i = 2; i < 10; ++i) length = length << 8U | byte(i);
      head = 10;
    }
    if (buffer_.size() < head + length) return std::nullopt;
    const std::pair<int, std::string> result{byte(0) & 15, buffer_.substr(head, length)};
    buffer_.erase(0, head + length);
    return result;
  }

  int socket_;
  bool connected_ = false;
  bool closed_ = false;
  std::string buffer_;
};

}  // namespace partita::server_test
