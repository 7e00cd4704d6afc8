#include "work/nats_link.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

#include "base/steady_clock.h"
#include "base/text.h"
#include "base/url.h"

namespace partita::work {

namespace {

constexpr std::int64_t kNanosecondsInMs = 1'000'000;
constexpr std::int64_t kWeekNs = std::int64_t{7} * 24 * 3600 * 1'000'000'000;

/// Tries again where two processes create the stream at the same moment: the server may refuse the second because the
/// subjects are taken, before it sees that the stream is the same.
natsStatus add_stream(jsCtx* jetstream, jsStreamConfig& config, jsErrCode& code) {
  constexpr int kTries = 50;
  natsStatus status = NATS_ERR;
  for (int i = 0; i < kTries; ++i) {
    code = jsErrCode{};
    status = js_AddStream(nullptr, jetstream, &config, nullptr, &code);
    if (status == NATS_OK || code != JSStreamSubjectOverlapErr) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return status;
}

// A server that restarts should find its workers waiting, and one that stays away should not be stormed.
constexpr std::chrono::milliseconds kFirstPause{250};
constexpr std::chrono::milliseconds kLongestPause{4'000};

/// How long the client waits before it tries to reconnect for the n-th time. Called on the client's thread.
std::int64_t reconnect_pause_ms(natsConnection*, int attempts, void*) {
  base::Backoff backoff = nats_backoff();
  constexpr int kSteps = 5;  // from the first pause to the longest
  for (int i = 1; i < std::min(attempts, kSteps); ++i) backoff.pause();
  return backoff.pause().count();
}

/// "SSL Error: (certificate verify failed)" says more than "SSL Error". The library's texts name no password.
std::string connect_failure(natsStatus status) {
  std::string text = natsStatus_GetText(status);
  natsStatus last = NATS_OK;
  if (const char* more = nats_GetLastError(&last); status == NATS_SSL_ERROR && more != nullptr)
    text += " (" + std::string(more) + ")";
  return base::hide_secrets(text);
}

base::Parsed<base::Done> set_login(natsOptions* options, const std::string& url, const NatsLogin& given) {
  auto login = with_file_read(given);
  if (!login) return login.forward_error();
  const bool has_login = !login->user.empty() || !login->token.empty() || !login->file.empty();
  std::string address = has_login ? without_userinfo(url) : url;
  const bool is_secure = address.rfind("tls://", 0) == 0 || !login->authority.empty() || !login->certificate.empty();
  if (address.rfind("tls://", 0) == 0) address = "nats" + address.substr(3);
  const auto fails = [](const char* what, natsStatus status) { return status != NATS_OK ? std::string(what) : ""; };
  if (host_of(address).empty()) return base::Error{"expected nats://HOST:PORT"};
  std::string wrong = fails("expected nats://HOST:PORT", natsOptions_SetURL(options, address.c_str()));
  if (wrong.empty() && !login->user.empty()) {
    wrong = fails("user and password", natsOptions_SetUserInfo(options, login->user.c_str(), login->password.c_str()));
  }
  if (wrong.empty() && !login->token.empty())
    wrong = fails("token", natsOptions_SetToken(options, login->token.c_str()));
  if (wrong.empty() && !login->nkey.empty()) {
    wrong = fails("NKEY", natsOptions_SetNKeyFromSeed(options, login->nkey.c_str(), login->file.c_str()));
    if (wrong.empty())
      wrong = fails("inbox", natsOptions_SetCustomInboxPrefix(options, inbox_prefix(login->nkey).c_str()));
  } else if (wrong.empty() && !login->file.empty()) {
    wrong = fails("credentials file", natsOptions_SetUserCredentialsFromFiles(options, login->file.c_str(), nullptr));
  }
  if (wrong.empty() && is_secure) {
    wrong = fails("TLS", natsOptions_SetSecure(options, true));
    // Else any certificate of a trusted authority would do, whoever it was made for.
    if (wrong.empty()) wrong = fails("host name", natsOptions_SetExpectedHostname(options, host_of(address).c_str()));
  }
  if (wrong.empty() && !login->authority.empty() &&
      natsOptions_LoadCATrustedCertificates(options, login->authority.c_str()) != NATS_OK) {
    wrong = login->authority + ": no certificates (PEM) to trust";
  }
  if (wrong.empty() && !login->certificate.empty() &&
      natsOptions_LoadCertificatesChain(options, login->certificate.c_str(), login->key.c_str()) != NATS_OK) {
    wrong = login->certificate + ": no certificate (PEM) with its key in " + login->key;
  }
  if (!wrong.empty()) return base::Error{wrong};
  return base::Done{};
}

/// The client (3.4) leaves out a signature whose first byte is zero, one in 256, and the server then refuses the NKEY:
/// another attempt signs something else.
natsStatus connect(natsConnection** connection, natsOptions* options) {
  constexpr int kTries = 4;
  natsStatus status = NATS_CONNECTION_AUTH_FAILED;
  for (int i = 0; i < kTries && status == NATS_CONNECTION_AUTH_FAILED; ++i)
    status = natsConnection_Connect(connection, options);
  return status;
}

}  // namespace

std::string job_subjects(const std::string& signature, const std::string& run) {
  return "partita.jobs." + signature + "." + run + (run == ">" ? "" : ".>");
}
std::string job_subject(const std::string& signature, const std::string& run, std::size_t number) {
  return "partita.jobs." + signature + "." + run + "." + std::to_string(number);
}
std::string result_subject(const std::string& run) { return "partita.results." + run; }
std::string parked_subject(const std::string& run) { return "partita.parked." + run; }
std::string workers_consumer(const std::string& signature) { return "workers-" + signature; }

std::string inbox_prefix(const std::string& nkey) { return "_INBOX_" + nkey; }

base::Backoff nats_backoff() { return {kFirstPause, kLongestPause}; }

void wait_unless_raised(const base::StopFlag& stop, std::chrono::milliseconds pause) {
  constexpr std::chrono::milliseconds kLook{50};
  const auto end = std::chrono::steady_clock::now() + pause;
  while (!stop.is_raised() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(kLook);
}

std::string new_endpoint_id() {
  std::random_device device;
  return base::format("%08x%08x", device(), device());
}

base::Error nats_error(const std::string& what, natsStatus status) {
  return base::Error{what + ": " + natsStatus_GetText(status)};
}

std::string message_text(const natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

NatsLink::Attempt NatsLink::attempt(const std::string& url, const std::string& name, const NatsLogin& login,
                                    Streams streams) {
  const std::string shown = base::hide_secrets(url);
  natsOptions* options = nullptr;
  natsStatus status = natsOptions_Create(&options);
  const std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)> owner(options, natsOptions_Destroy);
  if (status == NATS_OK) status = natsOptions_SetName(options, name.c_str());
  if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);
  if (status == NATS_OK) status = natsOptions_SetCustomReconnectDelay(options, reconnect_pause_ms, nullptr);
  if (status == NATS_OK) status = natsOptions_SetPingInterval(options, 5000);
  if (status != NATS_OK) return {nullptr, nats_error(shown, status).message};
  if (const auto set = set_login(options, url, login); !set) return {nullptr, shown + ": " + set.error()};
  std::unique_ptr<NatsLink> link(new NatsLink);
  natsConnection* connection = nullptr;
  status = connect(&connection, options);
  if (status != NATS_OK) {
    const bool may_come = status == NATS_NO_SERVER || status == NATS_TIMEOUT || status == NATS_IO_ERROR ||
                          status == NATS_CONNECTION_CLOSED || status == NATS_STALE_CONNECTION;
    return {nullptr, shown + ": " + connect_failure(status), may_come};
  }
  link->connection_.reset(connection);
  if (streams == Streams::kNone) return {std::move(link), ""};
  jsCtx* jetstream = nullptr;
  status = natsConnection_JetStream(&jetstream, connection, nullptr);
  if (status != NATS_OK) return {nullptr, nats_error(shown, status).message};
  link->jetstream_.reset(jetstream);
  if (auto made = link->make_streams(); !made) return {nullptr, shown + ": " + made.error()};
  return {std::move(link), ""};
}

base::Parsed<std::unique_ptr<NatsLink>> NatsLink::open(const std::string& url, const std::string& name,
                                                       const NatsLogin& login) {
  constexpr std::int64_t kPatienceMs = 5'000;
  const std::int64_t end_ms = base::steady_ms() + kPatienceMs;
  base::Backoff backoff = nats_backoff();
  while (true) {
    Attempt attempted = attempt(url, name, login);
    if (attempted.link) return std::move(attempted.link);
    const auto pause = backoff.pause();
    if (!attempted.may_come || base::steady_ms() + pause.count() > end_ms) return base::Error{attempted.failure};
    std::this_thread::sleep_for(pause);
  }
}

base::Parsed<std::unique_ptr<NatsLink>> NatsLink::open_patiently(const std::string& url, const std::string& name,
                                                                 const NatsLogin& login, const base::StopFlag& stop,
                                                                 const std::function<void(const std::string&)>& on_note,
                                                                 Streams streams) {
  bool has_said = false;
  base::Backoff backoff = nats_backoff();
  while (!stop.is_raised()) {
    Attempt attempted = attempt(url, name, login, streams);
    if (attempted.link) return std::move(attempted.link);
    if (!attempted.may_come) return base::Error{attempted.failure};
    if (!std::exchange(has_said, true) && on_note) on_note("waiting for the NATS server: " + attempted.failure);
    wait_unless_raised(stop, backoff.pause());
  }
  return base::Error{"stopped before the NATS server came"};
}

NatsLink::~NatsLink() = default;

void NatsSubscription::reset() {
  if (subscription_ == nullptr) return;
  constexpr std::int64_t kRoundTripMs = 1000;
  natsSubscription_Unsubscribe(subscription_);
  // A connection that is lost reads nothing.
  if (natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED)
    natsConnection_FlushTimeout(connection_, kRoundTripMs);
  natsSubscription_Destroy(std::exchange(subscription_, nullptr));
}

void NatsSubscription::listen(const base::StopFlag& closing, const std::function<void(const std::string&)>& on_text,
                              const NatsTick& tick) const {
  constexpr std::int64_t kLookMs = 100;
  std::int64_t next_ms = base::steady_ms();
  while (!closing.is_raised()) {
    std::int64_t wait_ms = kLookMs;
    if (tick.run) {
      const std::int64_t now_ms = base::steady_ms();
      if (now_ms >= next_ms) {
        tick.run();
        next_ms = now_ms + tick.every_ms;
      }
      wait_ms = std::clamp<std::int64_t>(next_ms - base::steady_ms(), 1, kLookMs);
    }
    natsMsg* message = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&message, subscription_, wait_ms);
    const NatsOwned<natsMsg> owner(message);
    if (status == NATS_OK)
      on_text(message_text(message));
    else if (status != NATS_TIMEOUT)
      std::this_thread::sleep_for(std::chrono::milliseconds(wait_ms));  // the connection is coming back
  }
}

base::Parsed<base::Done> NatsLink::make_streams() const {
  struct Row {
    const char* name;
    const char* subject;
    jsRetentionPolicy retention;
  };
  for (const Row& row :
       {Row{kJobStream, "partita.jobs.>", js_WorkQueuePolicy}, Row{kResultStream, "partita.results.*", js_LimitsPolicy},
        Row{kParkedStream, "partita.parked.*", js_LimitsPolicy}}) {
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    const char* subjects[] = {row.subject};
    config.Name = row.name;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = row.retention;
    config.Storage = js_FileStorage;
    config.MaxAge = kWeekNs;
    jsErrCode code{};
    const natsStatus status = add_stream(jetstream_.get(), config, code);
    if (status != NATS_OK && code != JSStreamNameExistErr) {
      return base::Error{std::string("cannot make stream ") + row.name + ": " + natsStatus_GetText(status) +
                         (code == 0 ? " (is JetStream switched on?)" : ", code " + std::to_string(code))};
    }
  }
  return base::Done{};
}

void NatsLink::send(const std::string& subject, const std::string& text) const {
  natsConnection_Publish(connection_.get(), subject.c_str(), text.data(), static_cast<int>(text.size()));
}

natsStatus NatsLink::publish(const std::string& subject, const std::string& text, const std::string& message_id) const {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = message_id.c_str();
  jsErrCode code{};
  return js_Publish(nullptr, jetstream_.get(), subject.c_str(), text.data(), static_cast<int>(text.size()), &options,
                    &code);
}

base::Parsed<base::Done> NatsLink::check_may_dispatch() const {
  constexpr std::int64_t kRoundTripMs = 5'000;
  // A question without an address for its answer. What is refused has been told when the server has answered the flush.
  send(std::string("$JS.API.STREAM.INFO.") + kJobStream, "");
  natsConnection_FlushTimeout(connection_.get(), kRoundTripMs);
  const char* told = nullptr;
  if (natsConnection_GetLastError(connection_.get(), &told) != NATS_NOT_PERMITTED) return base::Done{};
  return base::Error{std::string("this user may not hand out jobs: ") + told};
}

natsStatus NatsLink::make_workers_consumer(const std::string& signature, std::chrono::milliseconds ack_wait) const {
  const std::string name = workers_consumer(signature), subjects = job_subjects(signature, ">");
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = name.c_str();
  config.FilterSubject = subjects.c_str();
  config.AckPolicy = js_AckExplicit;
  config.AckWait = ack_wait.count() * kNanosecondsInMs;
  config.MaxDeliver = -1;  // workers count deliveries themselves: a job that is given up needs its error written down
  config.MaxAckPending = 100'000;
  config.MaxWaiting = 10'000;
  jsErrCode code{};
  return js_AddConsumer(nullptr, jetstream_.get(), kJobStream, &config, nullptr, &code);
}

NatsSubscription NatsLink::listen(const std::string& subject) const {
  natsSubscription* made = nullptr;
  if (natsConnection_SubscribeSync(&made, connection_.get(), subject.c_str()) != NATS_OK) return {};
  return {connection_.get(), made};
}

NatsSubscription NatsLink::pull(const char* stream, const std::string& consumer, const std::string& subjects) const {
  jsSubOptions options;
  jsSubOptions_Init(&options);
  options.Stream = stream;
  options.Consumer = consumer.c_str();
  natsSubscription* made = nullptr;
  jsErrCode code{};
  const natsStatus status =
      js_PullSubscribe(&made, jetstream_.get(), subjects.c_str(), consumer.c_str(), nullptr, &options, &code);
  if (status != NATS_OK) return {};
  return {connection_.get(), made};
}

NatsOwned<natsMsg> fetch_one(const NatsSubscription& source, std::int64_t wait_ms, natsStatus& status) {
  natsMsgList list{};
  jsErrCode code{};
  status = natsSubscription_Fetch(&list, source.get(), 1, wait_ms, &code);
  NatsOwned<natsMsg> message(list.Count == 1 ? std::exchange(list.Msgs[0], nullptr) : nullptr);
  natsMsgList_Destroy(&list);
  return message;
}

std::vector<std::string> NatsLink::ask_all(const char* subject, std::chrono::milliseconds wait) const {
  std::vector<std::string> answers;
  natsInbox* made = nullptr;
  if (natsInbox_Create(&made) != NATS_OK) return answers;
  const std::unique_ptr<natsInbox, decltype(&natsInbox_Destroy)> inbox(made, natsInbox_Destroy);
  const NatsSubscription source = listen(inbox.get());
  if (source && natsConnection_PublishRequestString(connection_.get(), subject, inbox.get(), "") == NATS_OK) {
    const auto end = std::chrono::steady_clock::now() + wait;
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      natsMsg* message = nullptr;
      if (left.count() <= 0 || natsSubscription_NextMsg(&message, source.get(), left.count()) != NATS_OK) break;
      const NatsOwned<natsMsg> owner(message);
      answers.push_back(message_text(message));
    }
  }
  return answers;
}

}  // namespace partita::work
