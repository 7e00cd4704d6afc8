#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "server/client_session.h"
#include "server/http_message.h"
#include "server/loop.h"
#include "server/metrics.h"

namespace partita::server {

/// How much of the server one stranger may take, and how long he may take for it.
struct NetLimits {
  std::size_t header_bytes = 8U << 10U;
  std::size_t body_bytes = 1U << 20U;
  std::size_t import_bytes = 8U << 20U;
  std::size_t frame_bytes = 64U << 10U;
  std::size_t unsent_bytes = 4U << 20U;  ///< a socket that lets more pile up is closed
  int request_seconds = 10;              ///< for a whole request from its first byte
  int idle_seconds = 30;                 ///< between requests on one connection
  int socket_idle_seconds = 60;
  int connections = 12'000;
  int connections_per_address = 64;
  double requests_per_second = 12;  ///< by address
  double request_burst = 240;
  /// Clients on this machine may have any number of connections and requests. Not with trusts_proxy.
  bool trusts_loopback = true;
  /// A proxy on this machine tells in X-Forwarded-For who its clients are.
  bool trusts_proxy = false;
};

/// What the network hands upwards. All called on the loop.
struct NetHandlers {
  std::function<void(const HttpRequest&, Respond)> http;
  /// Without it no socket is taken.
  std::function<std::shared_ptr<ClientSession>(Channel&, std::string client)> connect = {};
  /// The server is told to go: nobody new is let in, and what sockets say is left to the next server. Calls back when
  /// others can have what is ours; then the sockets are closed. Without it they are closed at once.
  std::function<void(std::function<void()> then)> leave = {};
};

/// Connections, HTTP and WebSocket over Boost.Beast, and the loop everything runs on. run() is called by one thread,
/// which is the loop's; stop() by any.
class Net {
 public:
  Net(NetLimits limits, std::vector<std::string> host_names, Metrics& metrics, const Log& log);
  ~Net();
  Net(const Net&) = delete;
  Net& operator=(const Net&) = delete;

  Loop& loop();
  /// Port 0 takes any free one.
  base::Parsed<base::Done> listen(const std::string& address, std::uint16_t port, NetHandlers handlers);
  /// From now on these answer. On the loop, or before it runs.
  void set_handlers(NetHandlers handlers);
  std::uint16_t port() const;
  /// From now on SIGINT and SIGTERM call stop(), even before run().
  void stop_on_signals();
  /// Until stop().
  void run();
  void stop();
  /// Drops every connection with its session. Called after run() while everything sessions use is still there, and
  /// after all threads that post to the loop have ended.
  void discard();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace partita::server
