#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/http_message.h"

namespace partita::server {

class ClientSession;

/// Verdict::code of a game that another server has; the message is that server's id. Never sent to a client.
inline constexpr const char* kElsewhere = "elsewhere";

/// The other servers on the same database. What a client says about a game that one of them has is passed on to it, as
/// it was said, and what it answers is passed back. Lives on the loop.
class ClusterPeers {
 public:
  virtual ~ClusterPeers() = default;
  /// Our own id among them.
  virtual const std::string& id() const = 0;
  /// Whether the server's heartbeats come.
  virtual bool is_there(const std::string& server) const = 0;
  /// Whether the database heard of us so lately that nobody can have taken our games.
  virtual bool holds_leases() const = 0;
  /// Passes on what the session's client said. Should that server go, the session is told to let its client reconnect.
  virtual void pass_on(const std::string& server, ClientSession& session, const std::string& text) = 0;
  /// The session is gone.
  virtual void hang_up(const ClientSession& session) = 0;
  /// Has that server answer; 503 if it does not in time.
  virtual void ask(const std::string& server, const HttpRequest& request, Respond respond) = 0;
};

}  // namespace partita::server
