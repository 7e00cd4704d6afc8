#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::protocol {

/// A connection to a server that may be slow, rude or gone: every call has a time limit, and no more is kept than was
/// asked for. One thread.
class TcpConnection {
 public:
  static base::Parsed<std::unique_ptr<TcpConnection>> open(const std::string& host, int port, int timeout_ms);
  /// Takes over a connected socket.
  explicit TcpConnection(int descriptor);
  ~TcpConnection();
  TcpConnection(const TcpConnection&) = delete;
  TcpConnection& operator=(const TcpConnection&) = delete;

  base::Parsed<base::Done> write(std::string_view bytes, int timeout_ms);
  base::Parsed<std::string> read_exactly(std::size_t count, int timeout_ms);
  /// Without its end of line; a line longer than `longest` is an error.
  base::Parsed<std::string> read_line(std::size_t longest, int timeout_ms);

 private:
  /// More bytes into the buffer, or why not.
  base::Parsed<base::Done> receive(int timeout_ms);
  int descriptor_;
  std::string buffer_;
};

}  // namespace partita::protocol
