#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parsed.h"

namespace partita::server {

/// A request as the logic sees it: whole, within its limits, nothing decoded but the query.
struct HttpRequest {
  std::string client;  ///< who asks, by client_of_address
  std::string method;
  std::string path;                                       ///< as sent, without the query
  std::map<std::string, std::string, std::less<>> query;  ///< percent-decoded
  std::string content_type;
  std::string body;
  std::string if_none_match;
  bool accepts_gzip = false;
  bool is_passed_on = false;  ///< by another server, whose client asked

  /// What is passed on.
  static void declare(auto& visit, auto& request) {
    visit("client", request.client);
    visit("method", request.method);
    visit("path", request.path);
    visit("query", request.query);
    visit("body", request.body);
    visit("content_type", request.content_type);
  }
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

using Respond = std::function<void(HttpResponse)>;

HttpResponse error_response(int status, const std::string& code, const std::string& message);
/// The same with what the page has words for.
HttpResponse error_response(int status, const std::string& code, const base::Error& why);
/// The status that goes with an ErrorCode.
int status_of(std::string_view code);

/// Splits "/a/b?x=1&y=%20" into path and query. False if it is not an absolute path of printable ASCII or the query is
/// not well encoded.
bool read_target(std::string_view target, HttpRequest& request);

}  // namespace partita::server
