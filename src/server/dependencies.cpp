#include "server/dependencies.h"

#include <utility>

#include "base/backoff.h"
#include "server/nats_cluster_peers.h"
#include "server/secrets.h"
#include "server/server.h"

namespace partita::server {

namespace {

constexpr std::chrono::milliseconds kFirstPause{250};
constexpr std::chrono::milliseconds kLongestPause{5'000};

Dependencies::Attempt missing(std::string failure, bool may_come) {
  Dependencies::Attempt attempt;
  attempt.failure = std::move(failure);
  attempt.may_come = may_come;
  return attempt;
}

Dependencies::Attempt reach_shared(const ServerOptions& options, const std::string& address) {
  Dependencies reached;
  reached.server_id = random_secret().substr(0, 16);
  auto peers = work::NatsLink::attempt(options.nats.url, "partita tables " + reached.server_id, options.nats.login,
                                       work::NatsLink::Streams::kNone);
  if (!peers.link) return missing("NATS server: " + peers.failure, peers.may_come);
  reached.peers = std::move(peers.link);
  for (auto* place : {&reached.store, &reached.leases}) {
    auto opened = store::Store::attempt_shared(options.database, reached.server_id, address);
    if (!opened.store) return missing(opened.failure, opened.may_come);
    *place = std::move(opened.store);
  }
  try {
    // Before anybody is served: without a lease another server could take the first game that is created here.
    reached.leases->renew_leases(NatsClusterPeers::kLeaseMs);
  } catch (const std::exception& failure) {
    return missing(std::string("cannot write to the database: ") + failure.what(), false);
  }
  Dependencies::Attempt attempt;
  attempt.reached = std::move(reached);
  return attempt;
}

}  // namespace

Dependencies::Attempt Dependencies::reach(const ServerOptions& options, const std::string& address) {
  if (options.shares_database) return reach_shared(options, address);
  auto opened = store::Store::attempt_alone(options.database, address);
  if (!opened.store) return missing(opened.failure, opened.may_come);
  Attempt attempt;
  attempt.reached.emplace();
  attempt.reached->server_id = random_secret().substr(0, 16);
  attempt.reached->store = std::move(opened.store);
  return attempt;
}

DependencyWait::DependencyWait(std::string reason, Try attempt, OnReason on_reason, Then then)
    : attempt_(std::move(attempt)),
      on_reason_(std::move(on_reason)),
      then_(std::move(then)),
      thread_([this, reason = std::move(reason)] { run(reason); }) {}

DependencyWait::~DependencyWait() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void DependencyWait::run(std::string reason) {
  base::Backoff backoff(kFirstPause, kLongestPause);
  while (wait(backoff.pause())) {
    Dependencies::Attempt attempt = attempt_();
    if (attempt.reached || !attempt.may_come) return then_(std::move(attempt));
    if (std::exchange(reason, attempt.failure) != attempt.failure) on_reason_(attempt.failure);
  }
}

bool DependencyWait::wait(std::chrono::milliseconds pause) {
  std::unique_lock lock(mutex_);
  return !wake_.wait_for(lock, pause, [this] { return closing_; });
}

}  // namespace partita::server
