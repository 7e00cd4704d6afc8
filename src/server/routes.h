#pragma once

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "server/http_message.h"

namespace partita::server {

class HttpApi;

/// What a request's body must be; anything else is refused with 415 or 400 before the handler is called.
enum class RouteBody {
  kNone,   ///< not looked at
  kJson,   ///< one JSON value, handed over parsed
  kGames,  ///< records of games: JSON, JSON lines or text
};

enum class RouteLimit {
  kUsual,   ///< Net::Limits::body_bytes
  kImport,  ///< Net::Limits::import_bytes, and one request of a client at a time
};

/// A request that matched a route.
struct RouteCall {
  const HttpRequest& request;
  std::string id;           ///< what stands at ID of the route's path
  boost::json::value body;  ///< of RouteBody::kJson
  const Respond& respond;
};

/// One endpoint of docs/http-api.md. "ID" in the path stands for any text; of two routes that match, the first counts.
struct Route {
  std::string_view method;
  std::string_view path;
  RouteBody body;
  RouteLimit limit;
  void (*handler)(HttpApi&, const RouteCall&);
};

/// The text in place of ID, "" where the route has no ID; nothing if the path does not match the route.
std::optional<std::string> matched_id(const Route& route, std::string_view path);
/// By the first route of this path, whatever its method.
RouteLimit limit_of_path(std::string_view path);

}  // namespace partita::server
