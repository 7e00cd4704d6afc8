#pragma once

#include <nats/nats.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/backoff.h"
#include "base/clock.h"
#include "base/parsed.h"
#include "work/nats_login.h"

namespace partita::work {

/// Owners of the C client's objects.
struct NatsFree {
  void operator()(natsConnection* it) const { natsConnection_Destroy(it); }
  void operator()(natsMsg* it) const { natsMsg_Destroy(it); }
  void operator()(jsCtx* it) const { jsCtx_Destroy(it); }
  void operator()(jsStreamInfo* it) const { jsStreamInfo_Destroy(it); }
  void operator()(jsConsumerInfo* it) const { jsConsumerInfo_Destroy(it); }
};
template <class T>
using NatsOwned = std::unique_ptr<T, NatsFree>;

/// Something to do again and again while messages are waited for.
struct NatsTick {
  std::int64_t every_ms = 0;
  std::function<void()> run = {};
};

/// The owner of a subscription. The client's thread that reads the connection may hold a subscription for a moment
/// without counting it (up to version 3.5 of the client), so one that is simply destroyed may be used once more. It is
/// taken off the connection first, then a round trip waits until that thread has passed everything before it.
class NatsSubscription {
 public:
  NatsSubscription() = default;
  NatsSubscription(natsConnection* connection, natsSubscription* subscription)
      : connection_(connection), subscription_(subscription) {}
  NatsSubscription(NatsSubscription&& other) noexcept { *this = std::move(other); }
  NatsSubscription& operator=(NatsSubscription&& other) noexcept {
    std::swap(connection_, other.connection_);
    std::swap(subscription_, other.subscription_);
    return *this;
  }
  ~NatsSubscription() { reset(); }
  natsSubscription* get() const { return subscription_; }
  explicit operator bool() const { return subscription_ != nullptr; }
  /// Calls `on_text` with every message, and `tick.run` at the start and every `tick.every_ms`, until `closing` is
  /// raised.
  void listen(const base::StopFlag& closing, const std::function<void(const std::string&)>& on_text,
              const NatsTick& tick = {}) const;
  void reset();

 private:
  natsConnection* connection_ = nullptr;
  natsSubscription* subscription_ = nullptr;
};

/// Streams and subjects, the same for everybody on a server. Jobs lie in a work queue (each is gone once acknowledged)
/// under partita.jobs.SIGNATURE.RUN.NUMBER, results under partita.results.RUN until their dispatcher has them, jobs
/// that were given up under partita.parked.RUN. Whoever publishes to partita.workers hears from every worker.
inline constexpr const char* kJobStream = "PARTITA_JOBS";
inline constexpr const char* kResultStream = "PARTITA_RESULTS";
inline constexpr const char* kParkedStream = "PARTITA_PARKED";
inline constexpr const char* kWorkersSubject = "partita.workers";
std::string job_subjects(const std::string& signature, const std::string& run);  ///< with a wildcard at the end
std::string job_subject(const std::string& signature, const std::string& run, std::size_t number);
std::string result_subject(const std::string& run);
std::string parked_subject(const std::string& run);
std::string workers_consumer(const std::string& signature);
/// Where the replies to a user with an NKEY go: nobody else may listen there.
std::string inbox_prefix(const std::string& nkey);

/// A connection to a NATS server with JetStream that comes back by itself when the server does. Threads may share it.
class NatsLink {
 public:
  /// Whether the streams of jobs are wanted, which need JetStream.
  enum class Streams { kMade, kNone };
  /// Connects and makes sure of the three streams (on disk, so that they outlive the server). A server that was started
  /// at the same moment is waited for, some seconds.
  static base::Parsed<std::unique_ptr<NatsLink>> open(const std::string& url, const std::string& name,
                                                      const NatsLogin& login = {});
  /// The same, but a server that is not there yet is waited for until `stop` is raised; that it is, is said once.
  static base::Parsed<std::unique_ptr<NatsLink>> open_patiently(const std::string& url, const std::string& name,
                                                                const NatsLogin& login, const base::StopFlag& stop,
                                                                const std::function<void(const std::string&)>& on_note,
                                                                Streams streams = Streams::kMade);
  ~NatsLink();

  /// What became of an attempt to connect.
  struct Attempt {
    std::unique_ptr<NatsLink> link;
    std::string failure;
    bool may_come = false;  ///< the server is not there, or has not got everything up: waiting may help
  };
  static Attempt attempt(const std::string& url, const std::string& name, const NatsLogin& login,
                         Streams streams = Streams::kMade);

  natsConnection* connection() const { return connection_.get(); }
  jsCtx* jetstream() const { return jetstream_.get(); }

  /// Publishes without waiting. What is lost is noticed by heartbeats.
  void send(const std::string& subject, const std::string& text) const;
  /// Publishes and waits until the server has stored it; an id that was stored in the last minutes is not stored again.
  natsStatus publish(const std::string& subject, const std::string& text, const std::string& message_id) const;
  /// Whether the server lets this user hand out jobs: a worker's key may not.
  base::Parsed<base::Done> check_may_dispatch() const;
  /// The pull consumer on which all workers with this signature draw jobs.
  natsStatus make_workers_consumer(const std::string& signature, std::chrono::milliseconds ack_wait) const;
  /// Messages on a subject, to be waited for one by one; empty if the server would not.
  NatsSubscription listen(const std::string& subject) const;
  /// The pull consumer's messages, to be fetched one by one: a fetch of several writes past its array when more come
  /// than were asked for (client 3.4), as after a request that timed out here and was answered all the same.
  NatsSubscription pull(const char* stream, const std::string& consumer, const std::string& subjects) const;
  /// Sends a question to everybody on a subject and collects the answers that come within this time.
  std::vector<std::string> ask_all(const char* subject, std::chrono::milliseconds wait) const;

 private:
  NatsLink() = default;
  base::Parsed<base::Done> make_streams() const;
  NatsOwned<natsConnection> connection_;
  NatsOwned<jsCtx> jetstream_;
};

/// The pauses between attempts to reach a NATS server that is away.
base::Backoff nats_backoff();
void wait_unless_raised(const base::StopFlag& stop, std::chrono::milliseconds pause);
/// A random name for one server or worker among all of a NATS server.
std::string new_endpoint_id();

/// The next message of a pull subscription, or none within this time; `status` says why.
NatsOwned<natsMsg> fetch_one(const NatsSubscription& source, std::int64_t wait_ms, natsStatus& status);

/// The text of a message.
std::string message_text(const natsMsg* message);
base::Error nats_error(const std::string& what, natsStatus status);

}  // namespace partita::work
