#pragma once

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/client_address.h"
#include "server/client_buckets.h"
#include "server/client_counts.h"
#include "server/log.h"
#include "server/net.h"

// The only header that sees Boost.Beast: included by net*.cpp alone, as it is slow to compile.
namespace partita::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Upgrade = http::request<http::string_body>;
using Parser = http::request_parser<http::string_body>;

/// Failures come as values: a coroutine here has no exceptions to expect.
inline constexpr auto kToken = asio::as_tuple(asio::use_awaitable);

/// A Loop on an io_context.
class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(asio::io_context& io) : io_(io) {}
  void post(std::function<void()> task) override { asio::post(io_, std::move(task)); }
  TimerId after(std::int64_t delay_ms, std::function<void()> task) override;
  void cancel(TimerId id) override { timers_.erase(id); }
  /// Forgets all timers and takes no more.
  void close() {
    closed_ = true;
    timers_.clear();
  }
  std::int64_t steady_ms() const override;
  std::int64_t wall_ms() const override;

 private:
  asio::io_context& io_;
  TimerId last_id_ = 0;
  bool closed_ = false;
  std::map<TimerId, std::unique_ptr<asio::steady_timer>> timers_;
};

class Socket;

struct Net::Impl {
  Impl(NetLimits l, std::vector<std::string> names, Metrics& m, const Log& lg)
      : limits(l), host_names(std::move(names)), metrics(m), log(lg) {}

  NetLimits limits;
  std::vector<std::string> host_names;
  Metrics& metrics;
  const Log& log;
  std::unique_ptr<asio::io_context> context = std::make_unique<asio::io_context>(1);
  asio::io_context& io = *context;
  AsioLoop loop{io};
  std::unique_ptr<tcp::acceptor> acceptor = std::make_unique<tcp::acceptor>(io);
  std::unique_ptr<asio::signal_set> signals = std::make_unique<asio::signal_set>(io);
  NetHandlers handlers;
  ClientCounts per_address;
  ClientBuckets buckets;
  ClientCounts sockets_of;
  ClientCounts importing;  ///< clients whose import is being read
  std::set<Socket*> sockets;
  bool stopping = false;
  bool closes_sockets = false;

  asio::awaitable<void> accept();
  asio::awaitable<void> serve(tcp::socket socket, std::string address);
  /// False when the connection is to be closed.
  asio::awaitable<bool> serve_request(beast::tcp_stream& stream, beast::flat_buffer& buffer, const std::string& address,
                                      bool first);
  asio::awaitable<bool> receive_header(beast::tcp_stream& stream, beast::flat_buffer& buffer);
  asio::awaitable<bool> serve_body(beast::tcp_stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                   HttpRequest& request);
  asio::awaitable<HttpResponse> answer(const HttpRequest& request);
  asio::awaitable<bool> respond(beast::tcp_stream& stream, const HttpResponse& response, unsigned version, bool keep,
                                bool head);
  bool takes_request(const std::string& client);
  /// Whose request this is: the peer's, or of whom the proxy says.
  std::string client_of(const std::string& address, const http::request_header<>& header) const;
  /// Whether connections and requests of this client are limited.
  bool counts(const std::string& client) const;
  /// Why nobody can be sure where the request ends: who reads it otherwise than we do would take its body for another.
  std::optional<HttpResponse> refusal_of_framing(const http::request_header<>& header);
  /// Why the request is refused before anybody looks at it; else its target is read into `request`.
  std::optional<HttpResponse> refusal_of(const http::request_header<>& header, HttpRequest& request);
  /// Likewise, once it is known where it goes: the length of its body, another import of the same client.
  std::optional<HttpResponse> refusal_of_body(Parser& parser, const HttpRequest& request);
  /// What to say after a request could not be read; nothing where nobody listens.
  std::optional<HttpResponse> response_to(const boost::system::error_code& failure);
  void begin_stop();
  void end_stop();
  void discard();
};

/// Serves a WebSocket until it closes.
asio::awaitable<void> serve_socket(Net::Impl& net, beast::tcp_stream stream, Upgrade request, std::string client);
void close_all_sockets(Net::Impl& net);

}  // namespace partita::server
