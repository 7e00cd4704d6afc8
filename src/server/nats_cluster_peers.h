#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "record/json_fields.h"
#include "server/client_session.h"
#include "server/cluster_peers.h"
#include "server/services.h"
#include "work/nats_link.h"

namespace partita::server {

/// Cluster peers reached through NATS: each listens on partita.tables.server.ID and sends heartbeats on
/// partita.tables.servers. NATS may lose messages when it dies: they are numbered, heartbeats tell the last number,
/// and where one is missing all sockets that are passed on between the two begin anew. Threads of its own listen;
/// everything else is done on the loop.
class NatsClusterPeers final : public ClusterPeers {
 public:
  static constexpr std::int64_t kHeartbeatMs = 250;
  static constexpr std::int64_t kHeartbeatTimeoutMs = 1'800;
  /// How long a server keeps its games without renewing its lease in the database.
  static constexpr std::int64_t kLeaseMs = 2'000;
  static constexpr std::int64_t kRenewMs = 400;

  /// `leases` is a store of its own: renewals must not wait behind a thousand games that are being taken over.
  NatsClusterPeers(Services& services, Lobby& lobby, std::unique_ptr<work::NatsLink> link, std::string id,
                   std::unique_ptr<store::Store> leases);
  ~NatsClusterPeers() override;
  NatsClusterPeers(const NatsClusterPeers&) = delete;
  NatsClusterPeers& operator=(const NatsClusterPeers&) = delete;

  /// Answers what others pass on. On the loop, or before it runs.
  using HandleHttp = std::function<void(const HttpRequest&, Respond)>;
  base::Parsed<base::Done> start(HandleHttp handle);
  void close();
  /// Tells the others that our leases have ended. After close(); any thread.
  void say_gone();

  const std::string& id() const override { return id_; }
  bool is_there(const std::string& server) const override;
  bool holds_leases() const override;
  void pass_on(const std::string& server, ClientSession& session, const std::string& text) override;
  void hang_up(const ClientSession& session) override;
  void ask(const std::string& server, const HttpRequest& request, Respond respond) override;

 private:
  /// A socket of another server, as that server tells of it.
  struct Guest;
  using GuestKey = std::pair<std::string, std::int64_t>;  ///< the server and its number for the socket
  struct Followed {
    std::weak_ptr<ClientSession> session;
    std::set<std::string> servers;
  };

  void listen(const work::NatsSubscription& source);
  void take(const std::string& text);
  void take_message(const std::string& from, record::JsonFields& fields, const record::JsonFault& fault);
  void take_to_socket(record::JsonFields& fields);
  void take_answer(record::JsonFields& fields, const record::JsonFault& fault);
  void take_heartbeat_of(const std::string& server);
  /// Whether a message was lost before this one, or before the heartbeat that named it.
  void take_number(const std::string& from, std::int64_t number);
  void take_numbers(const std::string& from, record::JsonFields& fields);
  void beat();
  void take_said(const std::string& from, std::int64_t socket, const std::string& client, const std::string& text);
  void take_http(const std::string& from, std::int64_t number, HttpRequest request);
  void tick();
  void renew();
  void renewed(std::int64_t asked_ms, bool held);
  void drop_silent();
  /// The server has gone, or something between it and us was lost: who is passed on asks again.
  void begin_anew(const std::string& server, const std::string& reason);
  void refuse_question(std::int64_t number);
  void tell(const std::string& server, boost::json::object message);
  void publish(const std::string& subject, const boost::json::object& message);

  Services& services_;
  Lobby& lobby_;
  const std::string id_;
  store::StoreThread leases_;
  HandleHttp handle_;
  const std::unique_ptr<work::NatsLink> link_;
  work::NatsSubscription messages_;
  work::NatsSubscription heartbeats_;
  struct Server {
    std::int64_t heard_ms = 0;
    std::int64_t received = 0;   ///< number of the last message from it
    std::int64_t announced = 0;  ///< what its last heartbeat said about that
  };
  std::map<std::string, Server> servers_;
  std::map<std::string, std::int64_t> sent_;  ///< number of the last message to each
  std::int64_t ticked_ms_ = 0;
  std::map<GuestKey, std::unique_ptr<Guest>> guests_;
  std::map<std::uint64_t, Followed> followed_;  ///< by the session's serial
  struct Question {
    std::string server;
    Respond respond;
    std::int64_t since_ms = 0;
  };
  std::map<std::int64_t, Question> questions_;
  std::int64_t last_question_ = 0;
  std::int64_t asked_renewal_ms_ = 0;
  std::int64_t renewed_ms_ = 0;  ///< when the database last heard of us
  bool is_renewing_ = false;
  bool is_unsure_ = false;  ///< others may have taken games of ours, and the database has not been asked yet
  Loop::TimerId timer_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  base::StopFlag closing_;
  std::thread listener_;
  std::thread heartbeat_listener_;
};

}  // namespace partita::server
