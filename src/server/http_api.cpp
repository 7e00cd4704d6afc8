#include "server/http_api.h"

#include <algorithm>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>

#include "base/text.h"
#include "base/threads.h"
#include "catalog/games.h"
#include "catalog/processor_text.h"
#include "record/json_fields.h"
#include "server/cluster_peers.h"
#include "server/offered_levels.h"
#include "server/position_request.h"
#include "server/puzzle_book.h"
#include "server/text_records.h"
#include "store/archive.h"
#include "store/game_json.h"
#include "store/row_text.h"

namespace partita::server {

namespace json = boost::json;

namespace {

constexpr std::string_view kPrefix = "/api/v1/";
// A form of another site can be sent without asking only as text or form data, never as JSON.
constexpr std::string_view kJsonTypes[] = {"application/json"};
constexpr std::string_view kGameTypes[] = {"application/json", "application/x-ndjson", "text/plain"};
constexpr int kLongestList = 100;
// A server that was killed is missed after two seconds, and its games can be had then.
constexpr std::int64_t kElsewherePatienceMs = 6'000;
constexpr std::int64_t kAskElsewhereMs = 50;
constexpr int kLongestExport = 1'000;
// So many games are read for an export at once: between two pieces the store does what others wait for.
constexpr std::size_t kPiece = 25;

HttpResponse json_response(const json::value& value, int status = 200) {
  HttpResponse response;
  response.status = status;
  response.body = json::serialize(value);
  return response;
}

HttpResponse text_response(std::string text) {
  HttpResponse response;
  response.content_type = "text/plain; charset=utf-8";
  response.body = std::move(text);
  return response;
}

bool has_type(const HttpRequest& request, std::span<const std::string_view> types) {
  return std::any_of(types.begin(), types.end(),
                     [&](std::string_view type) { return request.content_type.rfind(type, 0) == 0; });
}

HttpResponse refusal(const Verdict& verdict) {
  return error_response(status_of(verdict.code), verdict.code, verdict.message);
}

std::string parameter(const HttpRequest& request, std::string_view name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? "" : found->second;
}

int limit_of(const HttpRequest& request, int fallback, int most) {
  const auto value = base::read_int(parameter(request, "limit"));
  return value ? static_cast<int>(std::clamp<std::int64_t>(*value, 1, most)) : fallback;
}

int least_plies_of(const HttpRequest& request) {
  constexpr std::int64_t kLongestGame = 100'000;
  const auto value = base::read_int(parameter(request, "min_plies"));
  return value ? static_cast<int>(std::clamp<std::int64_t>(*value, 0, kLongestGame)) : 0;
}

json::object limits_json(const catalog::Limits& limits) {
  json::object object;
  if (limits.movetime_ms > 0) object["movetime_ms"] = limits.movetime_ms;
  if (limits.depth > 0) object["depth"] = limits.depth;
  if (limits.nodes > 0) object["nodes"] = limits.nodes;
  return object;
}

json::object summary_json(const store::GameBrief& brief) {
  json::array seats;
  for (const store::SeatRow& seat : brief.row.seats) {
    seats.push_back({{"kind", store::kind_name(seat.kind)}, {"name", seat.name}});
  }
  return {{"game_id", brief.row.id},
          {"game", brief.row.game},
          {"rules", json::value_from(brief.row.rules)},
          {"seats", std::move(seats)},
          {"plies", brief.plies},
          {"created_ms", brief.row.created_ms},
          {"updated_ms", brief.row.updated_ms},
          {"ending", store::ending_to_json(brief.row.ending)}};
}

}  // namespace

HttpApi::HttpApi(Services& services, Lobby& lobby, const StaticPages& pages, std::string version)
    : services_(services), lobby_(lobby), pages_(pages), version_(std::move(version)), probe_(services) {}

void HttpApi::handle(const HttpRequest& request, Respond respond) {
  if (request.method != "GET" && request.method != "POST") {
    HttpResponse response = error_response(405, "bad-request", "only GET and POST are answered here");
    response.headers.emplace_back("Allow", "GET, HEAD, POST");
    return respond(std::move(response));
  }
  for (const Route& route : routes()) {
    if (route.method != request.method) continue;
    if (auto id = matched_id(route, request.path)) return call(route, std::move(*id), request, respond);
  }
  respond(without_route(request));
}

void HttpApi::call(const Route& route, std::string id, const HttpRequest& request, const Respond& respond) {
  if (route.body == RouteBody::kGames && !has_type(request, kGameTypes)) {
    return respond(error_response(415, "bad-request", "expected JSON or text/plain"));
  }
  if (route.body != RouteBody::kJson) return route.handler(*this, {request, std::move(id), {}, respond});
  if (!has_type(request, kJsonTypes)) {
    return respond(error_response(415, "bad-request", "expected Content-Type: application/json"));
  }
  auto body = record::parse_json(request.body);
  if (!body) return respond(error_response(400, "bad-request", body.error()));
  route.handler(*this, {request, std::move(id), std::move(*body), respond});
}

HttpResponse HttpApi::without_route(const HttpRequest& request) const {
  if (request.method == "POST") return error_response(404, "not-found", "nothing is posted here");
  const std::string& path = request.path;
  if (path != "/api" && path.rfind("/api/", 0) != 0) return pages_.respond(request);
  if (path.rfind(kPrefix, 0) != 0) return error_response(404, "not-found", "known: " + std::string(kPrefix));
  return error_response(404, "not-found", "no such resource");
}

// ---- looking ----

namespace {

/// Without workers the server thinks itself: slower for many, but well.
void add_workers(json::object& body, const work::SearchServiceState& state) {
  if (!state.wants_workers) return;
  body["workers"] = state.workers;
  body["thinking"] = state.workers > 0 ? "workers" : "here";
}

}  // namespace

// Whether the process should be restarted: it answers, so no. What else may be wrong a restart would not mend.
HttpResponse HttpApi::health() const {
  json::object body{{"status", draining_ ? "leaving" : "ok"}};
  add_workers(body, services_.search.state());
  return json_response(body);
}

// Whether the process should get requests. The reasons name no paths and hosts, the log does.
void HttpApi::readiness(const Respond& respond) {
  if (draining_) return respond(json_response({{"status", "leaving"}, {"reasons", json::array{"told to stop"}}}, 503));
  probe_.ask([this, respond](const std::string& failure) {
    json::array reasons;
    if (!failure.empty()) reasons.emplace_back("database: cannot be written");
    if (services_.peers != nullptr && !services_.peers->holds_leases())
      reasons.emplace_back("leases: looks whether its games are still its own");
    json::object body{{"status", reasons.empty() ? "ready" : "unready"}};
    const int status = reasons.empty() ? 200 : 503;
    if (!reasons.empty()) body["reasons"] = std::move(reasons);
    add_workers(body, services_.search.state());
    respond(json_response(body, status));
  });
}

HttpResponse HttpApi::metrics() const {
  HttpResponse response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = services_.metrics.prometheus_text();
  const store::StoreCounts& counts = services_.store.counts();
  response.body +=
      "# HELP partita_store_tasks_total database tasks\n# TYPE partita_store_tasks_total counter\n"
      "partita_store_tasks_total " +
      std::to_string(counts.tasks.load()) +
      "\n# HELP partita_store_commits_total database commits\n# TYPE partita_store_commits_total counter\n"
      "partita_store_commits_total " +
      std::to_string(counts.commits.load()) + "\n";
  add_search_service(response.body);
  return response;
}

void HttpApi::add_search_service(std::string& out) const {
  const work::SearchServiceState state = services_.search.state();
  const auto line = [&](const char* name, const char* type, const char* help, auto value) {
    out += std::string("# HELP partita_") + name + " " + help + "\n# TYPE partita_" + name + " " + type + "\npartita_" +
           name + " " + std::to_string(value) + "\n";
  };
  line("store_waiting", "gauge", "database tasks waiting", services_.store.waiting());
  line("thought_here_total", "counter", "searches done by the server itself", state.here_total);
  if (!state.wants_workers) return;
  line("nats_connected", "gauge", "1 while the NATS server answers", state.is_connected ? 1 : 0);
  line("workers", "gauge", "workers that send heartbeats", state.workers);
  line("worker_slots", "gauge", "searches of each lane that workers take from this server", state.slots);
  line("worker_questions", "gauge", "questions under way with workers", state.asked);
  line("worker_questions_total", "counter", "questions given to workers", state.asked_total);
  line("worker_answers_total", "counter", "answers of workers", state.answered_total);
  line("worker_losses_total", "counter", "questions whose worker went without an answer", state.lost_total);
  line("worker_returns_total", "counter", "questions that workers handed back", state.returned_total);
  line("worker_refusals_total", "counter", "answers of workers that were refused", state.refused_total);
}

HttpResponse HttpApi::catalog() const {
  // Whoever opens a page asks for this first.
  services_.proofs.warm_up();
  services_.puzzles.warm_up();
  json::array games;
  for (const catalog::GameEntry& entry : catalog::all_games()) {
    json::array options;
    for (const base::OptionSpec& option : entry.rule_options) options.push_back(option_to_json(option));
    const auto presets = services_.engines.presets(entry.name);
    json::array preset_list;
    for (const auto& preset : presets) preset_list.push_back({{"name", preset.name}, {"help", preset.help}});
    json::array levels;
    for (const Level& level : levels_from(entry.name, presets)) {
      json::object row{{"level", level.level},
                       {"name", level.name},
                       {"engine", level.engine},
                       {"limits", limits_json(level.limits)}};
      if (level.elo) row["elo"] = *level.elo;
      if (level.elo_error) row["elo_error"] = *level.elo_error;
      levels.push_back(std::move(row));
    }
    games.push_back({{"name", entry.name},
                     {"title", entry.title},
                     {"rule_options", std::move(options)},
                     {"presets", std::move(preset_list)},
                     {"levels", std::move(levels)}});
  }
  return json_response(
      json::object{{"version", version_}, {"processor", catalog::processor_text()}, {"games", std::move(games)}});
}

HttpResponse HttpApi::engine_options(const HttpRequest& request) const {
  const auto spec = catalog::read_engine_spec(parameter(request, "engine"));
  if (!spec) return error_response(400, "bad-request", spec.error());
  const auto engine = services_.engines.make(parameter(request, "game"), {}, *spec);
  if (!engine) return error_response(400, "bad-request", engine.error());
  json::array options;
  for (const base::OptionSpec& option : (*engine)->options()) options.push_back(option_to_json(option));
  return json_response(json::object{{"preset", (*engine)->preset()}, {"options", std::move(options)}});
}

void HttpApi::in_batch(const std::string& client, std::function<HttpResponse()> work, const Respond& respond) {
  const bool taken = batch_.submit(client, [work = std::move(work), respond, &services = services_] {
    const auto response = std::make_shared<HttpResponse>();
    try {
      *response = work();
    } catch (const std::exception& failure) {
      ++services.metrics.store_failures;
      services.log.error("store_failure", {{"reason", failure.what()}});
      *response = error_response(503, "unavailable", "the store did not answer");
    }
    services.loop.post([response, respond] { respond(std::move(*response)); });
  });
  if (!taken) respond(error_response(503, "busy", "too many requests of this kind are waiting"));
}

void HttpApi::with_store(store::StoreThread::Task task) {
  const auto done = std::make_shared<std::promise<std::string>>();
  services_.store.post(std::move(task), [done](const std::string& failure) { done->set_value(failure); });
  if (!base::Threads::are_there()) services_.store.work_off();
  const std::string failure = done->get_future().get();
  if (!failure.empty()) throw std::runtime_error(failure);
}

void HttpApi::list_games(const HttpRequest& request, const Respond& respond) {
  store::GameFilter filter;
  const std::string status = parameter(request, "status");
  if (status == "open") filter.status = store::GameFilter::Status::kOpen;
  if (status == "over") filter.status = store::GameFilter::Status::kOver;
  if (!status.empty() && filter.status == store::GameFilter::Status::kAny) {
    return respond(error_response(400, "bad-request", "status: expected open or over"));
  }
  filter.game = parameter(request, "game");
  filter.before = parameter(request, "before");
  filter.limit = limit_of(request, 20, kLongestList);
  filter.least_plies = least_plies_of(request);
  filter.listed = store::Listed::kPublic;
  in_batch(
      request.client,
      [this, filter] {
        std::vector<store::GameBrief> games;
        with_store([&](store::Store& store) { games = store.list_games(filter); });
        json::array array;
        for (const store::GameBrief& brief : games) array.push_back(summary_json(brief));
        json::value next = nullptr;
        if (static_cast<int>(games.size()) == filter.limit) next = json::value(store::list_cursor(games.back().row));
        return json_response(json::object{{"games", std::move(array)}, {"next", next}});
      },
      respond);
}

void HttpApi::with_table(const HttpRequest& request, const std::string& id, const Respond& respond,
                         const std::function<void(Table&)>& then) {
  with_table_until(request, id, respond, then, services_.loop.steady_ms() + kElsewherePatienceMs);
}

void HttpApi::with_table_until(const HttpRequest& request, const std::string& id, const Respond& respond,
                               const std::function<void(Table&)>& then, std::int64_t give_up_ms) {
  lobby_.find_table(id, [this, request, id, respond, then, give_up_ms](const std::shared_ptr<Table>& table,
                                                                       const Verdict& verdict) {
    if (table) return then(*table);
    if (verdict.code != kElsewhere) return respond(refusal(verdict));
    if (request.is_passed_on)
      return respond(refusal(refused("unavailable", "the game has moved to another server, ask again")));
    const auto again = [this, request, id, respond, then, give_up_ms] {
      with_table_until(request, id, respond, then, give_up_ms);
    };
    services_.peers->ask(verdict.message, request, [this, request, respond, again, give_up_ms](HttpResponse response) {
      // The owner is shutting down or has released the game. A read is sent again to whoever owns the game by then.
      const bool may_ask = request.method == "GET" && response.status == 503;
      if (!may_ask || services_.loop.steady_ms() >= give_up_ms) return respond(std::move(response));
      services_.loop.after(kAskElsewhereMs, again);
    });
  });
}

void HttpApi::show_game(const HttpRequest& request, const std::string& id, const Respond& respond) {
  with_table(request, id, respond, [respond](const Table& table) {
    respond(json_response(store::game_to_json(table.record(), store::Secrets::kLeftOut)));
  });
}

void HttpApi::show_record(const HttpRequest& request, const std::string& id, const Respond& respond) {
  with_table(request, id, respond, [respond](const Table& table) {
    const auto text = record_text(table.record());
    respond(text ? text_response(*text) : error_response(500, "internal", text.error()));
  });
}

void HttpApi::write_record(const json::value& body, const Respond& respond) {
  const auto board = read_body_board(body);
  if (!board) return respond(error_response(400, "bad-request", board.forward_error()));
  respond(text_response(record_text(board->position)));
}

void HttpApi::export_games(const HttpRequest& request, const Respond& respond) {
  const int limit = limit_of(request, 200, kLongestExport);
  in_batch(
      request.client, [this, after = parameter(request, "after"), limit] { return exported(after, limit); }, respond);
}

HttpResponse HttpApi::exported(const std::string& after, int limit) {
  HttpResponse response;
  response.content_type = "application/x-ndjson";
  std::vector<std::string> ids;
  with_store([&](store::Store& store) { ids = store.game_ids_after(after, limit, store::Listed::kPublic); });
  for (std::size_t begin = 0; begin < ids.size() && !batch_.is_closing(); begin += kPiece) {
    const std::size_t end = std::min(begin + kPiece, ids.size());
    const std::vector<std::string> piece(ids.begin() + static_cast<std::ptrdiff_t>(begin),
                                         ids.begin() + static_cast<std::ptrdiff_t>(end));
    std::map<std::string, store::GameRow> games;
    with_store([&](store::Store& store) { games = store.load_games(piece); });
    for (const std::string& id : piece) {
      const auto game = games.find(id);
      if (game == games.end()) continue;
      response.body += json::serialize(store::game_to_json(game->second, store::Secrets::kLeftOut)) + "\n";
    }
  }
  if (static_cast<int>(ids.size()) == limit) response.headers.emplace_back("X-Next", ids.back());
  return response;
}

void HttpApi::show_position(const json::value& body, const Respond& respond) {
  const auto board = read_body_board(body);
  if (!board) return respond(error_response(400, "bad-request", board.forward_error()));
  const catalog::BoardView view = board->position.view();
  json::array moves;
  for (const PlyView& ply : board->plies) moves.push_back(ply_to_json(ply));
  respond(json_response(json::object{{"game", std::string(board->position.game())},
                                     {"rules", json::value_from(board->position.rules())},
                                     {"start", board->position.start_text()},
                                     {"moves", std::move(moves)},
                                     {"layout", layout_to_json(board->position, view)},
                                     {"position", position_to_json(board->position, view, Legal::kListed)}}));
}

void HttpApi::join_game(const HttpRequest& request, const std::string& id, const json::value& body,
                        const Respond& respond) {
  record::JsonFault fault;
  record::JsonFields fields(body, "body", &fault);
  const std::string invite = fields.text("invite", kLongestWord);
  const std::string name = fields.text_or("name", "", kLongestWord);
  fields.finish();
  if (!fault.empty()) return respond(error_response(400, "bad-request", fault.text()));
  with_table(request, id, respond, [respond, id, invite, name](Table& table) {
    table.join(invite, name, [respond, id](const Verdict& verdict, int seat, const std::string& token) {
      if (!verdict.ok()) return respond(refusal(verdict));
      respond(json_response(json::object{{"game_id", id}, {"seat", seat}, {"token", token}}));
    });
  });
}

}  // namespace partita::server
