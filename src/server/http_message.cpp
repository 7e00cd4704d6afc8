#include "server/http_message.h"

#include <algorithm>
#include <boost/json.hpp>
#include <optional>

#include "base/text.h"
#include "server/wire.h"

namespace partita::server {

namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  // What is decoded ends up in messages, logs and queries: nothing there wants control characters.
  const bool clean =
      std::none_of(out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; });
  return clean ? std::optional(out) : std::nullopt;
}

}  // namespace

HttpResponse error_response(int status, const std::string& code, const std::string& message) {
  HttpResponse response;
  response.status = status;
  response.body =
      boost::json::serialize(boost::json::object{{"error", boost::json::object{{"code", code}, {"message", message}}}});
  return response;
}

HttpResponse error_response(int status, const std::string& code, const base::Error& why) {
  boost::json::object error{{"code", code}, {"message", why.message}};
  if (boost::json::value reason = why_to_json(why); !reason.is_null()) error["why"] = std::move(reason);
  HttpResponse response;
  response.status = status;
  response.body = boost::json::serialize(boost::json::object{{"error", std::move(error)}});
  return response;
}

int status_of(std::string_view code) {
  static const std::map<std::string_view, int> statuses = {
      {"bad-request", 400}, {"illegal-move", 400}, {"forbidden", 403},   {"not-found", 404},
      {"not-allowed", 409}, {"out-of-date", 409},  {"game-over", 409},   {"too-large", 413},
      {"too-many", 429},    {"busy", 503},         {"unavailable", 503}, {"not-your-turn", 409}};
  const auto found = statuses.find(code);
  return found == statuses.end() ? 500 : found->second;
}

bool read_target(std::string_view target, HttpRequest& request) {
  const bool printable = std::all_of(target.begin(), target.end(), [](char c) { return c > 32 && c < 127; });
  if (target.empty() || target[0] != '/' || !printable) return false;
  const auto mark = target.find('?');
  request.path = std::string(target.substr(0, mark));
  if (mark == std::string_view::npos) return true;
  const auto parts = base::split(target.substr(mark + 1), '&');
  constexpr std::size_t kMostParameters = 16;
  if (parts.size() > kMostParameters) return false;
  for (const std::string_view part : parts) {
    if (part.empty()) continue;
    const auto equals = part.find('=');
    const auto name = percent_decoded(part.substr(0, equals));
    const auto value = percent_decoded(equals == std::string_view::npos ? "" : part.substr(equals + 1));
    if (!name || !value) return false;
    request.query[*name] = *value;
  }
  return true;
}

}  // namespace partita::server
