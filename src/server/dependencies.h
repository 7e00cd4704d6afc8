#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "store/store.h"
#include "work/nats_link.h"

namespace partita::server {

struct ServerOptions;

/// What a server needs of others before it can begin: its database, and among several servers the NATS server by which
/// they reach each other.
struct Dependencies {
  std::string server_id;  ///< differs from that of every other server
  std::unique_ptr<store::Store> store;
  std::unique_ptr<store::Store> leases;   ///< where they are renewed; null: the database is ours alone
  std::unique_ptr<work::NatsLink> peers;  ///< null: the database is ours alone

  struct Attempt;
  /// Tries once. `address` is where the server is reached, for people.
  static Attempt reach(const ServerOptions& options, const std::string& address);
};

struct Dependencies::Attempt {
  std::optional<Dependencies> reached;
  std::string failure;
  bool may_come = false;  ///< waiting may help
};

/// Tries until everything can be reached, with back-off, on a thread of its own.
class DependencyWait {
 public:
  using Try = std::function<Dependencies::Attempt()>;
  /// Called once, on that thread: with what was reached, or why it never will be. Not after the object is gone.
  using Then = std::function<void(Dependencies::Attempt)>;
  /// Called on that thread whenever the reason to wait is another one.
  using OnReason = std::function<void(const std::string& reason)>;

  DependencyWait(std::string reason, Try attempt, OnReason on_reason, Then then);
  ~DependencyWait();
  DependencyWait(const DependencyWait&) = delete;
  DependencyWait& operator=(const DependencyWait&) = delete;

 private:
  void run(std::string reason);
  /// False if it is to end.
  bool wait(std::chrono::milliseconds pause);

  const Try attempt_;
  const OnReason on_reason_;
  const Then then_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool closing_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace partita::server
