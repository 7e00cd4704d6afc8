#include "server/nats_cluster_peers.h"

#include "base/clock.h"
#include "record/declared_json.h"
#include "server/loop_load.h"
#include "server/wire.h"

namespace partita::server {

namespace json = boost::json;

namespace {

constexpr const char* kHeartbeats = "partita.tables.servers";
constexpr std::int64_t kHttpPatienceMs = 5'000;
constexpr std::int64_t kFlushMs = 500;

std::string subject_of(const std::string& server) { return "partita.tables.server." + server; }

}  // namespace

struct NatsClusterPeers::Guest final : public Channel {
  Guest(NatsClusterPeers& host_, GuestKey key_) : host(host_), key(std::move(key_)) {}
  ~Guest() override { session->hang_up(); }
  void send(std::string message) override { host.tell(key.first, {{"to_socket", key.second}, {"text", message}}); }
  void close(const std::string& reason) override {
    host.tell(key.first, {{"to_socket", key.second}, {"close", reason}});
  }

  NatsClusterPeers& host;
  const GuestKey key;
  std::shared_ptr<ClientSession> session;
};

NatsClusterPeers::NatsClusterPeers(Services& services, Lobby& lobby, std::unique_ptr<work::NatsLink> link,
                                   std::string id, std::unique_ptr<store::Store> leases)
    : services_(services), lobby_(lobby), id_(std::move(id)), leases_(std::move(leases)), link_(std::move(link)) {}

NatsClusterPeers::~NatsClusterPeers() { close(); }

base::Parsed<base::Done> NatsClusterPeers::start(HandleHttp handle) {
  handle_ = std::move(handle);
  messages_ = link_->listen(subject_of(id_));
  heartbeats_ = link_->listen(kHeartbeats);
  if (!messages_ || !heartbeats_) return base::Error{"cannot listen to the other servers"};
  listener_ = std::thread([this] { listen(messages_); });
  heartbeat_listener_ = std::thread([this] { listen(heartbeats_); });
  renewed_ms_ = services_.loop.steady_ms();  // the lease was first renewed when the database was reached
  tick();
  return base::Done{};
}

void NatsClusterPeers::close() {
  if (closing_.is_raised()) return;
  closing_.raise();
  *alive_ = false;
  services_.loop.cancel(timer_);
  if (listener_.joinable()) listener_.join();
  if (heartbeat_listener_.joinable()) heartbeat_listener_.join();
  leases_.close();
  guests_.clear();
}

void NatsClusterPeers::listen(const work::NatsSubscription& source) {
  source.listen(closing_, [this](const std::string& text) {
    services_.loop.post([this, alive = alive_, text] {
      if (*alive) take(text);
    });
  });
}

void NatsClusterPeers::take(const std::string& text) {
  const base::Stopwatch watch;
  const auto value = record::parse_json(text);
  if (!value) return;
  record::JsonFault fault;
  record::JsonFields fields(*value, "message", &fault);
  const std::string from = fields.free_text("from");
  if (!fault.empty() || from == id_) return;
  if (fields.boolean_or("leaves", false)) {
    servers_.erase(from);
    sent_.erase(from);
    services_.log.notice("server_left", {{"server", from}});
    return begin_anew(from, "the game's server has gone");
  }
  take_heartbeat_of(from);
  if (fields.has("sent")) return take_numbers(from, fields);
  const std::int64_t number = fields.item("number").integer();
  if (!fault.empty()) return;
  take_number(from, number);
  take_message(from, fields, fault);
  // Work for a socket, like what it says itself: while the loop is busy with it, who asks for too much is put off.
  if (fields.has("to_socket"))
    services_.load.add(static_cast<double>(watch.microseconds()) / 1'000, services_.loop.steady_ms());
}

void NatsClusterPeers::take_heartbeat_of(const std::string& server) {
  const auto [found, is_new] = servers_.emplace(server, Server{});
  if (is_new) services_.log.notice("server_came", {{"server", server}});
  found->second.heard_ms = services_.loop.steady_ms();
}

void NatsClusterPeers::take_number(const std::string& from, std::int64_t number) {
  Server& server = servers_[from];
  const bool is_next = number == server.received + 1;
  server.received = number;
  if (is_next) return;
  tell(from, {{"begin_anew", true}});
  begin_anew(from, "a message between servers was lost");
}

void NatsClusterPeers::take_numbers(const std::string& from, record::JsonFields& fields) {
  std::int64_t sent = 0;
  for (const auto& [server, number] : fields.item("sent").members()) {
    if (server == id_) sent = number.integer();
  }
  Server& server = servers_[from];
  // Heartbeats come by a subscription of their own and may overtake messages, but not by a whole interval.
  const bool is_behind = server.received < server.announced;
  server.announced = sent;
  if (!is_behind) return;
  server.received = sent;
  tell(from, {{"begin_anew", true}});
  begin_anew(from, "a message between servers was lost");
}

void NatsClusterPeers::take_message(const std::string& from, record::JsonFields& fields,
                                    const record::JsonFault& fault) {
  if (fields.boolean_or("begin_anew", false)) return begin_anew(from, "a message between servers was lost");
  if (fields.has("to_socket")) return take_to_socket(fields);
  if (fields.has("answer")) return take_answer(fields, fault);
  if (auto http = fields.object_or_none("http")) {
    const std::int64_t number = fields.item("question").integer();
    HttpRequest request = record::read_declared<HttpRequest>(*http);
    if (fault.empty()) take_http(from, number, std::move(request));
    return;
  }
  if (!fields.has("socket")) return;
  const std::int64_t socket = fields.item("socket").integer();
  if (fields.boolean_or("gone", false)) {
    guests_.erase({from, socket});
    return;
  }
  const std::string client = fields.free_text("client"), said = fields.free_text("text");
  if (fault.empty()) take_said(from, socket, client, said);
}

void NatsClusterPeers::take_to_socket(record::JsonFields& fields) {
  const auto found = followed_.find(static_cast<std::uint64_t>(fields.item("to_socket").integer()));
  const auto session = found == followed_.end() ? nullptr : found->second.session.lock();
  if (!session) return;
  if (fields.has("close")) return session->let_reconnect(fields.free_text("close"));
  session->send_text(fields.free_text("text"));
}

void NatsClusterPeers::take_answer(record::JsonFields& fields, const record::JsonFault& fault) {
  const auto found = questions_.find(fields.item("answer").integer());
  if (found == questions_.end()) return;
  HttpResponse response;
  response.status = static_cast<int>(fields.integer("status", 100, 599));
  response.content_type = fields.free_text("content_type");
  response.body = fields.free_text("body");
  const Respond respond = std::move(found->second.respond);
  questions_.erase(found);
  respond(fault.empty() ? std::move(response) : error_response(503, "unavailable", "the game's server is not there"));
}

void NatsClusterPeers::take_said(const std::string& from, std::int64_t socket, const std::string& client,
                                 const std::string& text) {
  auto& guest = guests_[{from, socket}];
  if (!guest) {
    guest = std::make_unique<Guest>(*this, GuestKey{from, socket});
    guest->session = std::make_shared<ClientSession>(services_, lobby_, *guest, client, ClientSession::Origin::kPeer);
  }
  const auto session = guest->session;
  session->receive(text);
}

void NatsClusterPeers::take_http(const std::string& from, std::int64_t number, HttpRequest request) {
  // Passed on once: a game that moved meanwhile is asked for again by whoever wants it.
  request.is_passed_on = true;
  handle_(request, [this, alive = alive_, from, number](HttpResponse response) {
    if (!*alive) return;
    tell(from, {{"answer", number},
                {"status", response.status},
                {"content_type", response.content_type},
                {"body", response.body}});
  });
}

void NatsClusterPeers::tick() {
  const std::int64_t now = services_.loop.steady_ms();
  if (ticked_ms_ != 0 && now - ticked_ms_ > kHeartbeatTimeoutMs / 2) {
    // We slept ourselves: what the others said meanwhile is still on its way.
    for (auto& [id, server] : servers_) server.heard_ms = now;
  }
  ticked_ms_ = now;
  beat();
  renew();
  drop_silent();
  timer_ = services_.loop.after(kHeartbeatMs, [this, alive = alive_] {
    if (*alive) tick();
  });
}

void NatsClusterPeers::beat() {
  json::object sent;
  for (const auto& [server, number] : sent_) sent[server] = number;
  publish(kHeartbeats, {{"from", id_}, {"sent", std::move(sent)}});
}

void NatsClusterPeers::say_gone() {
  publish(kHeartbeats, {{"from", id_}, {"leaves", true}});
  natsConnection_FlushTimeout(link_->connection(), kFlushMs);
}

void NatsClusterPeers::renew() {
  const std::int64_t now = services_.loop.steady_ms();
  if (is_renewing_ || now - asked_renewal_ms_ < kRenewMs) return;
  is_renewing_ = true;
  asked_renewal_ms_ = now;
  const auto held = std::make_shared<bool>(false);
  leases_.post([held](store::Store& store) { *held = store.renew_leases(kLeaseMs); },
               [this, alive = alive_, &loop = services_.loop, now, held](const std::string& failure) {
                 loop.post([this, alive, now, held, failure] {
                   if (!*alive) return;
                   is_renewing_ = false;
                   if (failure.empty()) renewed(now, *held);
                 });
               });
}

void NatsClusterPeers::renewed(std::int64_t asked_ms, bool held) {
  const std::int64_t before_ms = std::exchange(renewed_ms_, asked_ms);
  const std::int64_t silent_ms = services_.loop.steady_ms() - before_ms;
  if (!is_unsure_ && held && silent_ms < kLeaseMs) return;
  // By our clock or by the database's the lease ran out: others may have taken games of ours.
  services_.log.warning("leases_late", {{"silent_ms", silent_ms}});
  is_unsure_ = true;
  lobby_.check_leases([this, alive = alive_] {
    if (*alive) is_unsure_ = false;
  });
}

bool NatsClusterPeers::holds_leases() const {
  return !closing_.is_raised() && !is_unsure_ && services_.loop.steady_ms() - renewed_ms_ < kLeaseMs;
}

void NatsClusterPeers::drop_silent() {
  const std::int64_t now = services_.loop.steady_ms();
  std::vector<std::string> silent;
  for (const auto& [id, server] : servers_) {
    if (now - server.heard_ms > kHeartbeatTimeoutMs) silent.push_back(id);
  }
  for (const std::string& id : silent) {
    servers_.erase(id);
    sent_.erase(id);
    services_.log.warning("server_went", {{"server", id}});
    begin_anew(id, "the game's server has gone");
  }
  std::vector<std::int64_t> late;
  for (const auto& [number, question] : questions_) {
    if (now - question.since_ms > kHttpPatienceMs) late.push_back(number);
  }
  for (const std::int64_t number : late) refuse_question(number);
}

void NatsClusterPeers::begin_anew(const std::string& server, const std::string& reason) {
  std::erase_if(guests_, [&](const auto& guest) { return guest.first.first == server; });
  std::vector<std::shared_ptr<ClientSession>> left;
  for (const auto& [serial, followed] : followed_) {
    const auto session = followed.session.lock();
    if (session && followed.servers.contains(server)) left.push_back(session);
  }
  // They come back, to us or to another, and ask for their games again.
  for (const auto& session : left) session->let_reconnect(reason);
  std::vector<std::int64_t> asked;
  for (const auto& [number, question] : questions_) {
    if (question.server == server) asked.push_back(number);
  }
  for (const std::int64_t number : asked) refuse_question(number);
}

void NatsClusterPeers::refuse_question(std::int64_t number) {
  const Respond respond = std::move(questions_.at(number).respond);
  questions_.erase(number);
  respond(error_response(503, "unavailable", "the game's server does not answer"));
}

bool NatsClusterPeers::is_there(const std::string& server) const { return servers_.contains(server); }

void NatsClusterPeers::pass_on(const std::string& server, ClientSession& session, const std::string& text) {
  Followed& followed = followed_[session.serial()];
  followed.session = session.weak_from_this();
  followed.servers.insert(server);
  ++services_.metrics.messages_passed_on;
  tell(server, {{"socket", session.serial()}, {"client", session.client()}, {"text", text}});
}

void NatsClusterPeers::hang_up(const ClientSession& session) {
  const auto found = followed_.find(session.serial());
  if (found == followed_.end()) return;
  for (const std::string& server : found->second.servers) tell(server, {{"socket", session.serial()}, {"gone", true}});
  followed_.erase(found);
}

void NatsClusterPeers::ask(const std::string& server, const HttpRequest& request, Respond respond) {
  const std::int64_t number = ++last_question_;
  questions_[number] = {server, std::move(respond), services_.loop.steady_ms()};
  tell(server, {{"question", number}, {"http", record::to_json(request)}});
}

void NatsClusterPeers::tell(const std::string& server, json::object message) {
  message["from"] = id_;
  message["number"] = ++sent_[server];
  publish(subject_of(server), message);
}

void NatsClusterPeers::publish(const std::string& subject, const json::object& message) {
  link_->send(subject, json::serialize(message));
}

}  // namespace partita::server
