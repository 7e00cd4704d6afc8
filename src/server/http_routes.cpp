#include <algorithm>

#include "server/http_api.h"
#include "server/routes.h"

namespace partita::server {

namespace {

constexpr std::string_view kId = "ID";

}  // namespace

std::span<const Route> HttpApi::routes() {
  using enum RouteBody;
  using enum RouteLimit;
  using Api = HttpApi;
  using Call = RouteCall;
  static constexpr Route kRoutes[] = {
      {"GET", "/healthz", kNone, kUsual, [](Api& api, const Call& c) { c.respond(api.health()); }},
      {"GET", "/readyz", kNone, kUsual, [](Api& api, const Call& c) { api.readiness(c.respond); }},
      {"GET", "/metrics", kNone, kUsual, [](Api& api, const Call& c) { c.respond(api.metrics()); }},
      {"GET", "/api/v1/catalog", kNone, kUsual, [](Api& api, const Call& c) { c.respond(api.catalog()); }},
      {"GET", "/api/v1/engine-options", kNone, kUsual,
       [](Api& api, const Call& c) { c.respond(api.engine_options(c.request)); }},
      {"GET", "/api/v1/puzzles", kNone, kUsual, [](Api& api, const Call& c) { api.puzzles(c.request, c.respond); }},
      {"GET", "/api/v1/starts", kNone, kUsual, [](Api& api, const Call& c) { c.respond(api.starts(c.request)); }},
      {"GET", "/api/v1/results", kNone, kUsual, [](Api& api, const Call& c) { c.respond(api.results()); }},
      {"GET", "/api/v1/games", kNone, kUsual, [](Api& api, const Call& c) { api.list_games(c.request, c.respond); }},
      {"GET", "/api/v1/export", kNone, kUsual, [](Api& api, const Call& c) { api.export_games(c.request, c.respond); }},
      {"GET", "/api/v1/games/ID/record", kNone, kUsual,
       [](Api& api, const Call& c) { api.show_record(c.request, c.id, c.respond); }},
      {"GET", "/api/v1/games/ID", kNone, kUsual,
       [](Api& api, const Call& c) { api.show_game(c.request, c.id, c.respond); }},
      {"POST", "/api/v1/position", kJson, kUsual,
       [](Api& api, const Call& c) { api.show_position(c.body, c.respond); }},
      {"POST", "/api/v1/proof", kJson, kUsual,
       [](Api& api, const Call& c) { api.show_proof(c.request, c.body, c.respond); }},
      {"POST", "/api/v1/explore", kJson, kUsual,
       [](Api& api, const Call& c) { api.explore(c.request, c.body, c.respond); }},
      {"POST", "/api/v1/reason", kJson, kUsual,
       [](Api& api, const Call& c) { api.show_reason(c.request, c.body, c.respond); }},
      {"POST", "/api/v1/puzzle", kJson, kUsual,
       [](Api& api, const Call& c) { api.judge_puzzle(c.request, c.body, c.respond); }},
      {"POST", "/api/v1/record", kJson, kUsual, [](Api& api, const Call& c) { api.write_record(c.body, c.respond); }},
      {"POST", "/api/v1/games", kJson, kUsual,
       [](Api& api, const Call& c) { api.create_game(c.request.client, c.body, c.respond); }},
      {"POST", "/api/v1/games/ID/join", kJson, kUsual,
       [](Api& api, const Call& c) { api.join_game(c.request, c.id, c.body, c.respond); }},
      {"POST", "/api/v1/records", kGames, kUsual,
       [](Api& api, const Call& c) { api.show_records(c.request, c.respond); }},
      {"POST", "/api/v1/import", kGames, kImport,
       [](Api& api, const Call& c) { api.import_games(c.request, c.respond); }},
  };
  return kRoutes;
}

std::optional<std::string> matched_id(const Route& route, std::string_view path) {
  const std::size_t at = route.path.find(kId);
  if (at == std::string_view::npos) return path == route.path ? std::optional<std::string>("") : std::nullopt;
  const std::string_view head = route.path.substr(0, at);
  const std::string_view tail = route.path.substr(at + kId.size());
  if (path.size() < head.size() + tail.size() || path.rfind(head, 0) != 0) return std::nullopt;
  if (path.substr(path.size() - tail.size()) != tail) return std::nullopt;
  const std::string_view id = path.substr(head.size(), path.size() - head.size() - tail.size());
  if (id.empty() && !tail.empty()) return std::nullopt;
  return std::string(id);
}

RouteLimit limit_of_path(std::string_view path) {
  const auto routes = HttpApi::routes();
  const auto found = std::find_if(routes.begin(), routes.end(),
                                  [&](const Route& route) { return matched_id(route, path).has_value(); });
  return found == routes.end() ? RouteLimit::kUsual : found->limit;
}

}  // namespace partita::server
