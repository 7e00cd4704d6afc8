#include "server/client_session.h"

#include <limits>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/any_position.h"
#include "record/json_fields.h"
#include "server/cluster_peers.h"
#include "server/position_request.h"
#include "server/secrets.h"

namespace partita::server {

namespace json = boost::json;

namespace {

constexpr double kMessagesPerSecond = 40;
constexpr double kMessageBurst = 80;
// A client that sends so many messages after it was refused does not read refusals.
constexpr int kMostIgnoredLimits = 200;
constexpr std::size_t kMostWatched = 8;
constexpr std::int64_t kLongestReviewMs = 10'000;
constexpr std::int64_t kPingMs = 20'000;
constexpr std::int64_t kMostPly = 1'000'000;

}  // namespace

ClientSession::ClientSession(Services& services, Lobby& lobby, Channel& channel, std::string client, Origin origin)
    : services_(services),
      lobby_(lobby),
      channel_(&channel),
      client_(std::move(client)),
      messages_(kMessagesPerSecond, kMessageBurst),
      origin_(origin) {}

ClientSession::~ClientSession() { hang_up(); }

void ClientSession::hang_up() {
  channel_ = nullptr;
  review_.reset();
  desk_.reset();
  for (const auto& [id, table] : watched_) table->unwatch(*this);
  watched_.clear();
  if (services_.peers != nullptr) services_.peers->hang_up(*this);
  elsewhere_.clear();
}

void ClientSession::let_reconnect(const std::string& reason) {
  if (channel_ != nullptr) channel_->close(reason);
}

bool ClientSession::is_passed_on(const std::string& type, record::JsonFields& fields) {
  if (elsewhere_.empty()) return false;
  if (type == "stop_review") {
    for (const auto& [id, server] : elsewhere_) services_.peers->pass_on(server, *this, text_);
    return false;
  }
  const auto id = fields.find("game_id");
  const auto found = id && id->is_text() ? elsewhere_.find(id->text()) : elsewhere_.end();
  if (found == elsewhere_.end()) return false;
  // To watch again costs the database nothing: a server that no longer has the game says so itself.
  if (type == "watch" && !services_.peers->is_there(found->second)) return false;
  if (type == "play") {
    // The same id as the game's own server gives the move (Table::play).
    const std::int64_t ply = fields.integer("ply", 0, kMostPly);
    if (!fields.ok()) return true;
    services_.log.debug(
        "move_passed_on",
        {{"trace", found->first + "/" + std::to_string(ply)}, {"client", client_}, {"server", found->second}});
  }
  services_.peers->pass_on(found->second, *this, text_);
  if (type == "unwatch") elsewhere_.erase(found);
  return true;
}

void ClientSession::pass_on(const std::string& server, const std::string& game_id, const std::string& text) {
  // A message is passed on once. The game has changed its server on the way: the client asks again.
  if (origin_ == Origin::kPeer) return let_reconnect("the game has moved to another server");
  elsewhere_[game_id] = server;
  services_.peers->pass_on(server, *this, text);
}

void ClientSession::greet(const std::string& version) {
  send({{"type", "hello"}, {"version", version}, {"protocol", 1}, {"ping_ms", kPingMs}});
}

void ClientSession::send(const json::object& message) {
  if (channel_ != nullptr) send_text(json::serialize(message));
}

void ClientSession::send_text(std::string message) {
  if (channel_ == nullptr) return;
  ++services_.metrics.messages_out;
  channel_->send(std::move(message));
}

void ClientSession::refuse(std::optional<std::int64_t> request, const std::string& game_id, const Verdict& verdict) {
  json::object message = verdict_to_json(verdict);
  message["type"] = "error";
  if (request) message["request"] = *request;
  if (!game_id.empty()) message["game_id"] = game_id;
  send(message);
}

Reply ClientSession::reply_to(std::optional<std::int64_t> request, std::string game_id) {
  return [weak = weak_from_this(), request, game_id = std::move(game_id)](const Verdict& verdict) {
    const auto self = weak.lock();
    if (!self) return;
    if (!verdict.ok()) return self->refuse(request, game_id, verdict);
    if (request) self->send({{"type", "done"}, {"request", *request}});
  };
}

void ClientSession::receive(std::string_view text) {
  const base::Stopwatch watch;
  read(text);
  const std::int64_t now = services_.loop.steady_ms();
  const double used_ms = static_cast<double>(watch.microseconds()) / 1'000;
  loop_used_.add(used_ms, now);
  services_.load.add(used_ms, now);
}

void ClientSession::read(std::string_view text) {
  ++services_.metrics.messages_in;
  request_.reset();
  fault_ = {};
  if (services_.peers != nullptr) text_ = text;
  const bool allowed = messages_.take(services_.loop.steady_ms());
  if (!allowed) {
    ++services_.metrics.rate_limited;
    if (++ignored_limits_ > kMostIgnoredLimits && channel_ != nullptr) return channel_->close("too many messages");
  }
  const auto message = record::parse_json(text);
  if (!message) return refuse(request_, "", refused("bad-request", message.error()));
  record::JsonFields fields(*message, "message", &fault_);
  // First of all: whatever else is wrong with the message, the refusal names its request.
  if (fields.has("request")) {
    constexpr std::int64_t kMost = 9'007'199'254'740'991;
    const std::int64_t request = fields.integer("request", -kMost, kMost);
    if (fields.ok()) request_ = request;
  }
  const std::string type = fields.text("type", kLongestWord);
  // Refused as late as this so that the refusal names its request.
  if (!allowed) return refuse(request_, "", refused("too-many", "too many messages, slow down"));
  if (fields.ok()) dispatch(type, fields);
  if (!fault_.empty()) refuse(request_, "", refused("bad-request", fault_.text()));
}

void ClientSession::dispatch(const std::string& type, record::JsonFields& fields) {
  // What a player does in his game is never put off: it is cheap, and his clock runs.
  const bool costly = type == "analyse" || type == "watch" || type == "review";
  if (costly && services_.load.is_too_much(loop_used_, services_.loop.steady_ms())) {
    return refuse(request_, "", refused("busy", "the server is busy, try again in a moment"));
  }
  if (is_passed_on(type, fields)) return;
  if (type == "play") return play(fields);
  if (type == "watch") return watch(fields);
  if (type == "unwatch") return unwatch(fields);
  if (type == "answer") return answer_offer(fields);
  if (type == "analyse") return analyse(fields);
  if (type == "review") return review(fields);
  for (const char* command : {"undo", "hint", "resign", "draw", "rematch", "swap"}) {
    if (type == command) return table_command(type, fields);
  }
  if (type != "ping" && type != "stop_analysis" && type != "stop_review") {
    return fields.refuse("type", "a known type of message, found " + base::quoted(type));
  }
  fields.finish();
  if (!fields.ok()) return;
  if (type == "stop_analysis" && desk_) desk_->stop();
  if (type == "stop_review") review_.reset();
  reply_to(request_, "")({});
}

void ClientSession::watch(record::JsonFields& fields) {
  const std::string id = fields.text("game_id", kLongestWord);
  const auto tokens = fields.texts_or_none("tokens", kLongestWord, catalog::kMaxSeats);
  fields.finish();
  if (!fields.ok()) return;
  if (!watched_.contains(id) && watched_.size() + elsewhere_.size() + watches_pending_ >= kMostWatched) {
    return refuse(request_, id,
                  refused("too-many", "a connection may watch at most " + std::to_string(kMostWatched) + " games"));
  }
  ++watches_pending_;
  lobby_.find_table(id, [weak = weak_from_this(), id, tokens, request = request_, text = text_](
                            const std::shared_ptr<Table>& table, const Verdict& verdict) {
    const auto self = weak.lock();
    if (!self) return;
    --self->watches_pending_;
    if (self->channel_ == nullptr) return;
    if (verdict.code == kElsewhere) return self->pass_on(verdict.message, id, text);
    self->elsewhere_.erase(id);
    if (!table) return self->refuse(request, id, verdict);
    self->watched_[id] = table;
    table->watch(*self, tokens, self->reply_to(request, id));
  });
}

void ClientSession::unwatch(record::JsonFields& fields) {
  const std::string id = fields.text("game_id", kLongestWord);
  fields.finish();
  if (!fields.ok()) return;
  if (const auto found = watched_.find(id); found != watched_.end()) {
    found->second->unwatch(*this);
    watched_.erase(found);
  }
  reply_to(request_, id)({});
}

std::shared_ptr<Table> ClientSession::table_of(record::JsonFields& fields, std::string& game_id) {
  game_id = fields.text("game_id", kLongestWord);
  fields.finish();
  if (!fields.ok()) return nullptr;
  const auto found = watched_.find(game_id);
  if (found != watched_.end()) return found->second;
  refuse(request_, game_id, refused("not-allowed", "watch the game first"));
  return nullptr;
}

void ClientSession::play(record::JsonFields& fields) {
  const auto ply = static_cast<int>(fields.integer("ply", 0, kMostPly));
  const std::string move = fields.text("move", kLongestWord);
  std::string id;
  if (const auto table = table_of(fields, id)) table->play(*this, ply, move, reply_to(request_, id));
}

void ClientSession::table_command(const std::string& type, record::JsonFields& fields) {
  const auto seat = static_cast<int>(fields.integer_or("seat", -1, 0, catalog::kMaxSeats - 1));
  std::string id;
  const auto table = table_of(fields, id);
  if (!table) return;
  const Reply reply = reply_to(request_, id);
  if (type == "undo") return table->undo(*this, reply);
  if (type == "resign") return table->resign(*this, seat, reply);
  if (type == "draw") return table->offer_draw(*this, reply);
  if (type == "rematch") return table->rematch(*this, reply);
  if (type == "swap") return table->swap(*this, reply);
  json::object head;
  if (request_) head["request"] = *request_;
  table->hint(*this, std::move(head), reply);
}

void ClientSession::answer_offer(record::JsonFields& fields) {
  const std::string offer = fields.text("offer", kLongestWord);
  const bool accept = fields.boolean("accept");
  fields.integer_or("seat", 0, 0, catalog::kMaxSeats - 1);
  std::string id;
  if (const auto table = table_of(fields, id)) table->answer(*this, offer, accept, reply_to(request_, id));
}

std::string ClientSession::default_engine(const std::string& game) const {
  const auto presets = services_.engines.presets(game);
  return presets.empty() ? "" : presets[0].name;
}

void ClientSession::analyse(record::JsonFields& fields) {
  auto board = read_free_board(fields);
  const bool running = fields.boolean_or("running", true);
  const bool pass = fields.boolean_or("pass", false);
  const auto lines = static_cast<int>(fields.integer_or("lines", 1, 1, 5));
  std::string engine = fields.text_or("engine", "", 1'000);
  catalog::Limits limits = read_limits(fields, services_.bounds.analysis_ms);
  const auto threads = fields.integer_or("threads", 0, 1, services_.bounds.threads);
  const auto memory = fields.integer_or("memory_mib", 0, 1, services_.bounds.memory_mib);
  fields.finish();
  if (!fields.ok()) return;
  if (!board) return refuse(request_, "", refused("bad-request", board.forward_error()));
  if (pass) {
    auto skipped = catalog::passed(board->position);
    if (!skipped) return refuse(request_, "", refused("not-allowed", skipped.error()));
    board->position = std::move(*skipped);
  }
  const std::string game(board->position.game());
  if (engine.empty()) engine = default_engine(game);
  if (threads > 0) engine += ",threads=" + std::to_string(threads);
  // Engines with a table and engines with a tree call their memory differently; whichever is known is set.
  EnginePool::Order order{"desk " + std::to_string(serial()), game, board->position.rules(), engine};
  if (memory > 0) {
    for (const char* name : {"hash_mb", "tree_mib"}) {
      EnginePool::Order larger = order;
      larger.spec += std::string(",") + name + "=" + std::to_string(memory);
      if (services_.engine_pool.check(larger)) order = larger;
    }
  }
  if (running) {
    if (const auto fine = services_.engine_pool.check(order); !fine)
      return refuse(request_, "", refused("bad-request", fine.error()));
  }
  limits.lines = lines;
  if (!desk_) desk_ = std::make_unique<AnalysisDesk>(services_, *this);
  const Verdict verdict = desk_->analyse(
      {request_, std::move(board->position), std::move(board->plies), std::move(order), limits, running});
  if (!verdict.ok()) refuse(request_, "", verdict);
}

void ClientSession::review(record::JsonFields& fields) {
  const std::string engine = fields.text_or("engine", "", 1'000);
  catalog::Limits limits = read_limits(fields, kLongestReviewMs);
  if (!fields.has("limits")) {
    limits.movetime_ms = 0;
    limits.nodes = study::kReviewNodes;
  }
  limits.lines = study::kReviewLines;
  const std::string id = fields.text_or("game_id", "", kLongestWord);
  if (id.empty()) {
    auto board = read_free_board(fields);
    const auto from = static_cast<std::size_t>(fields.integer_or("from", 0, 0, kMostMoves));
    fields.finish();
    if (!fields.ok()) return;
    if (!board) return refuse(request_, "", refused("bad-request", board.forward_error()));
    std::vector<std::string> moves = board->position.moves();
    if (from > moves.size())
      return refuse(request_, "", refused("bad-request", "from: expected at most as many as there are moves"));
    // What was played before stays on the position: where the rules know repetition it counts.
    while (board->position.moves().size() > from) board->position.undo();
    moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(from));
    return start_review({request_, board->position, std::move(moves), {"", "", {}, engine}, limits, "", from});
  }
  fields.finish();
  if (!fields.ok()) return;
  lobby_.find_table(id, [weak = weak_from_this(), id, engine, limits, request = request_, text = text_](
                            const std::shared_ptr<Table>& table, const Verdict& verdict) {
    const auto self = weak.lock();
    if (!self || self->channel_ == nullptr) return;
    if (verdict.code == kElsewhere) return self->pass_on(verdict.message, id, text);
    if (!table) return self->refuse(request, id, verdict);
    const store::GameRow game = table->record();
    auto start = catalog::AnyPosition::from_text(game.game, game.rules, game.start);
    if (!start) return self->refuse(request, id, refused("internal", start.error()));
    std::vector<std::string> moves;
    for (const store::MoveRow& move : game.moves) moves.push_back(move.move);
    self->start_review({request, *start, std::move(moves), {"", "", {}, engine}, limits, id, 0});
  });
}

void ClientSession::start_review(ReviewOrder order) {
  const std::optional<std::int64_t> request = order.request;
  EnginePool::Order& engine = order.engine;
  engine.owner = "review " + std::to_string(serial());
  engine.game = std::string(order.start.game());
  engine.rules = order.start.rules();
  if (engine.spec.empty()) engine.spec = default_engine(engine.game);
  if (const auto fine = services_.engine_pool.check(engine); !fine)
    return refuse(request, "", refused("bad-request", fine.error()));
  review_.reset();
  review_ = std::make_unique<ReviewJob>(services_, *this, std::move(order));
  if (const Verdict verdict = review_->start(); !verdict.ok()) refuse(request, "", verdict);
}

}  // namespace partita::server
