#include "work/nats_link.h"

#include <chrono>
#include <thread>

namespace partita::work {

namespace {

constexpr std::int64_t kNanosecondsInMs = 1'000'000;
constexpr std::int64_t kWeekNs = std::int64_t{7} * 24 * 3600 * 1'000'000'000;

/// Two that come at the same moment: the server may tell the second that its subjects are taken, before it knows that
/// they are those of the very stream that is wanted.
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

}  // namespace

std::string job_subjects(const std::string& signature, const std::string& run) {
  return "partita.jobs." + signature + "." + run + (run == ">" ? "" : ".>");
}
std::string job_subject(const std::string& signature, const std::string& run, std::size_t number) {
  return "partita.jobs." + signature + "." + run + "." + std::to_string(number);
}
std::string result_subject(const std::string& run) {
  return "partita.results." + run;
}
std::string parked_subject(const std::string& run) {
  return "partita.parked." + run;
}
std::string workers_consumer(const std::string& signature) {
  return "workers-" + signature;
}

base::Error nats_error(const std::string& what, natsStatus status) {
  return base::Error{what + ": " + natsStatus_GetText(status)};
}

std::string message_text(const natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

base::Parsed<std::unique_ptr<NatsLink>> NatsLink::open(const std::string& url, const std::string& name) {
  natsOptions* options = nullptr;
  natsStatus status = natsOptions_Create(&options);
  const std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)> owner(options, natsOptions_Destroy);
  if (status == NATS_OK) status = natsOptions_SetURL(options, url.c_str());
  if (status == NATS_OK) status = natsOptions_SetName(options, name.c_str());
  // For ever, and quickly: games are short, and a restarting server should find its workers waiting.
  if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);
  if (status == NATS_OK) status = natsOptions_SetReconnectWait(options, 250);
  if (status == NATS_OK) status = natsOptions_SetPingInterval(options, 5000);
  std::unique_ptr<NatsLink> link(new NatsLink);
  natsConnection* connection = nullptr;
  if (status == NATS_OK) status = natsConnection_Connect(&connection, options);
  if (status != NATS_OK) return nats_error(url, status);
  link->connection_.reset(connection);
  jsCtx* jetstream = nullptr;
  status = natsConnection_JetStream(&jetstream, connection, nullptr);
  if (status != NATS_OK) return nats_error(url, status);
  link->jetstream_.reset(jetstream);
  if (auto made = link->make_streams(); !made) return made.error_at(url);
  return link;
}

NatsLink::~NatsLink() = default;

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

natsStatus NatsLink::publish(const std::string& subject, const std::string& text, const std::string& message_id) const {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = message_id.c_str();
  jsErrCode code{};
  return js_Publish(nullptr, jetstream_.get(), subject.c_str(), text.data(), static_cast<int>(text.size()), &options,
                    &code);
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

std::vector<std::string> NatsLink::ask_all(const char* subject, std::chrono::milliseconds wait) const {
  std::vector<std::string> answers;
  natsInbox* inbox = nullptr;
  natsSubscription* subscription = nullptr;
  if (natsInbox_Create(&inbox) != NATS_OK) return answers;
  if (natsConnection_SubscribeSync(&subscription, connection_.get(), inbox) == NATS_OK &&
      natsConnection_PublishRequestString(connection_.get(), subject, inbox, "") == NATS_OK) {
    const auto end = std::chrono::steady_clock::now() + wait;
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
      natsMsg* message = nullptr;
      if (left.count() <= 0 || natsSubscription_NextMsg(&message, subscription, left.count()) != NATS_OK) break;
      const NatsOwned<natsMsg> owner(message);
      answers.push_back(message_text(message));
    }
  }
  natsSubscription_Destroy(subscription);
  natsInbox_Destroy(inbox);
  return answers;
}

}  // namespace partita::work
