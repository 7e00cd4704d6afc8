#include "protocol/tcp_connection.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/clock.h"

namespace partita::protocol {

namespace {

/// What is left of a time limit since the watch began; never below zero.
int left_ms(int timeout_ms, const base::Stopwatch& watch) {
  return static_cast<int>(std::max<std::int64_t>(0, timeout_ms - watch.milliseconds()));
}

/// Waits for the socket; false when time is up.
bool wait_for(int descriptor, short events, int timeout_ms) {
  const base::Stopwatch watch;
  while (true) {
    pollfd waiting{descriptor, events, 0};
    const int ready = ::poll(&waiting, 1, left_ms(timeout_ms, watch));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

/// A connected socket, or the errno of the failure negated.
int connect_to(const addrinfo& address, int timeout_ms) {
  const int descriptor =
      ::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol);
  if (descriptor < 0) return -errno;
  int code = 0;
  if (::connect(descriptor, address.ai_addr, address.ai_addrlen) != 0) {
    code = errno;
    if (code == EINPROGRESS) {
      code = ETIMEDOUT;
      socklen_t size = sizeof code;
      if (wait_for(descriptor, POLLOUT, timeout_ms)) ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size);
    }
  }
  if (code == 0) return descriptor;
  ::close(descriptor);
  return -code;
}

}  // namespace

base::Parsed<std::unique_ptr<TcpConnection>> TcpConnection::open(const std::string& host, int port, int timeout_ms) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const std::string place = host + ":" + std::to_string(port);
  if (const int fault = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found); fault != 0) {
    return base::Error{"cannot find " + place + ": " + ::gai_strerror(fault)};
  }
  int result = -ECONNREFUSED;
  for (const addrinfo* address = found; address != nullptr && result < 0; address = address->ai_next) {
    result = connect_to(*address, timeout_ms);
  }
  ::freeaddrinfo(found);
  if (result < 0) return base::Error{"cannot connect to " + place + ": " + std::strerror(-result)};
  return std::make_unique<TcpConnection>(result);
}

TcpConnection::TcpConnection(int descriptor) : descriptor_(descriptor) {
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) | O_NONBLOCK);
}

TcpConnection::~TcpConnection() { ::close(descriptor_); }

base::Parsed<base::Done> TcpConnection::write(std::string_view bytes, int timeout_ms) {
  const base::Stopwatch watch;
  while (!bytes.empty()) {
    if (!wait_for(descriptor_, POLLOUT, left_ms(timeout_ms, watch)))
      return base::Error{"the server takes nothing any more"};
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return base::Error{"the server has gone away"};
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return base::Done{};
}

base::Parsed<base::Done> TcpConnection::receive(int timeout_ms) {
  const base::Stopwatch watch;
  while (true) {
    if (!wait_for(descriptor_, POLLIN, left_ms(timeout_ms, watch))) {
      return base::Error{"the server has said nothing for " + std::to_string(timeout_ms / 1000) + " s"};
    }
    char chunk[4096];
    const ssize_t count = ::recv(descriptor_, chunk, sizeof chunk, 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return base::Error{"the server has gone away"};
    buffer_.append(chunk, static_cast<std::size_t>(count));
    return base::Done{};
  }
}

base::Parsed<std::string> TcpConnection::read_exactly(std::size_t count, int timeout_ms) {
  const base::Stopwatch watch;
  while (buffer_.size() < count) {
    if (auto done = receive(left_ms(timeout_ms, watch)); !done) return done.forward_error();
  }
  std::string bytes = buffer_.substr(0, count);
  buffer_.erase(0, count);
  return bytes;
}

base::Parsed<std::string> TcpConnection::read_line(std::size_t longest, int timeout_ms) {
  const base::Stopwatch watch;
  std::size_t end = buffer_.find('\n');
  while (end == std::string::npos) {
    if (buffer_.size() > longest) return base::Error{"a line of more than " + std::to_string(longest) + " bytes"};
    if (auto done = receive(left_ms(timeout_ms, watch)); !done) return done.forward_error();
    end = buffer_.find('\n');
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace partita::protocol
