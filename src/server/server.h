#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/parsed.h"
#include "server/client_quotas.h"
#include "server/dependencies.h"
#include "server/log.h"
#include "server/net.h"
#include "server/services.h"
#include "work/remote_search.h"

namespace partita::server {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 7271;
  std::string database;                 ///< as store::Store::open takes it
  std::string web;                      ///< folder of the built page; empty: the built-in one
  std::string results;                  ///< folder of tournament reports; empty: none
  std::vector<std::string> host_names;  ///< names besides addresses and localhost under which it is reached
  std::string version = "0";
  int search_threads = 2;
  EngineSource engines;
  EngineBounds bounds;
  NetLimits limits;
  QuotaLimits quotas;
  bool shares_database = false;    ///< with other servers, which needs PostgreSQL and a NATS server
  work::RemoteSearchOptions nats;  ///< without a URL the threads of the process think
};

/// Where a server is reached, for people: "http://127.0.0.1:7271".
std::string address_text(const std::string& bind, std::uint16_t port);

/// The whole server: opens everything (or waits for what is away), runs until stopped, and leaves every acknowledged
/// move in the store.
class Server {
 public:
  static base::Parsed<std::unique_ptr<Server>> open(ServerOptions options, Log log);
  ~Server();

  std::uint16_t port() const;
  /// What it waits for before it can begin: a database or a NATS server that is away. Empty: it has begun. Before
  /// run().
  const std::string& waiting_for() const { return waiting_for_; }
  /// From now on SIGINT and SIGTERM call stop(), even before run().
  void stop_on_signals();
  /// Blocks until stop(), from any thread. An error if what it waited for came and refused it.
  base::Parsed<base::Done> run();
  void stop();
  const Metrics& metrics() const;

 private:
  struct Front;
  struct Parts;
  explicit Server(std::unique_ptr<Front> front);
  base::Parsed<base::Done> begin(Dependencies reached);
  NetHandlers waiting_handlers();
  std::string waiting_kind() const;
  void note_waiting(const std::string& reason);
  void wait_for_dependencies();
  void take(Dependencies::Attempt attempt);

  std::unique_ptr<Front> front_;
  std::unique_ptr<Parts> parts_;  ///< null while it waits
  DependencyWait::Try reach_;
  std::string waiting_for_;
  std::string failure_;
  std::unique_ptr<DependencyWait> wait_;
};

}  // namespace partita::server
