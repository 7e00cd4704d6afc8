#include "store/database_url.h"

#include <cctype>
#include <vector>

#include "base/text.h"
#include "base/url.h"

namespace partita::store {

namespace {

// Before the caller's own parameters, which therefore win. A server on another machine that vanishes without a word is
// noticed within half a minute, by us and, through SET in Store, by the database that keeps our lock.
constexpr std::string_view kParameters =
    "application_name=partita&connect_timeout=5&keepalives_idle=15&keepalives_interval=5&keepalives_count=3"
    "&tcp_user_timeout=30000";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/// The text with %40 and the like turned into characters; nothing if one of them is broken or stands for zero.
base::Parsed<std::string> decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0 || high * 16 + low == 0) {
      return base::Error{"after % two hexadecimal digits are expected (a percent sign itself is %25)"};
    }
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

/// "host:5432,[::1]:5433": what follows the last colon of each is a number.
bool has_plain_ports(std::string_view hosts) {
  for (const std::string_view host : base::split(hosts, ',')) {
    const std::size_t colon = host.rfind(':');
    if (colon == std::string_view::npos || host.find(']', colon) != std::string_view::npos) continue;
    const std::string_view port = host.substr(colon + 1);
    if (!port.empty() && !base::read_int(port)) return false;
  }
  return true;
}

std::string escaped_quotes(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "%27";
    else
      result += c;
  }
  return result;
}

/// The library puts the reason behind a line end, and sometimes notices behind that.
std::string one_line(std::string_view message) {
  constexpr std::size_t kMostLines = 2;
  std::vector<std::string> lines;
  for (const std::string_view line : base::split(message, '\n')) {
    if (!base::trim(line).empty() && lines.size() < kMostLines) lines.emplace_back(base::trim(line));
  }
  return base::join(lines, " ");
}

void replace_all(std::string& text, const std::string& what) {
  if (what.empty()) return;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 3)) {
    text.replace(at, what.size(), "***");
  }
}

}  // namespace

bool is_postgres_url(std::string_view url) {
  return url.rfind("postgresql://", 0) == 0 || url.rfind("postgres://", 0) == 0;
}

base::Parsed<std::string> postgres_target(std::string_view url) {
  const base::Error shape{
      "database: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE?NAME=VALUE, with special characters of the "
      "user and "
      "the password as %40 (@), %2F (/), %3A (:), %25 (%)"};
  const std::string_view rest = url.substr(url.find("://") + 3);
  // A / in the password would end it here, and the remainder be read as a port.
  const std::size_t path = rest.find_first_of("/?");
  const std::size_t at = rest.rfind('@', rest.find('?'));
  if (at != std::string_view::npos && (at > path || rest.substr(0, at).find('@') != std::string_view::npos))
    return shape;
  if (rest.find_first_of(" \t\r\n") != std::string_view::npos) return shape;
  const std::size_t host = at == std::string_view::npos ? 0 : at + 1;
  if (!has_plain_ports(rest.substr(host, path == std::string_view::npos ? path : path - host))) return shape;
  if (const auto plain = decoded(rest); !plain) return plain.error_at("database");
  // The library between us and libpq wants to see an '=', and takes a quote for the beginning of a quoted value.
  const std::string safe = escaped_quotes(url);
  const std::size_t question = safe.find('?');
  if (question == std::string::npos) return safe + "?" + std::string(kParameters);
  const bool has_more = question + 1 < safe.size();
  return safe.substr(0, question + 1) + std::string(kParameters) + (has_more ? "&" : "") + safe.substr(question + 1);
}

std::string safe_message(std::string_view message, std::string_view url) {
  std::string text = one_line(message);
  for (const base::Span& span : base::secrets_in(url)) {
    const std::string secret(url.substr(span.begin, span.end - span.begin));
    replace_all(text, secret);
    if (const auto plain = decoded(secret)) replace_all(text, *plain);
  }
  return text;
}

}  // namespace partita::store
