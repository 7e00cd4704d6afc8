#include "base/url.h"

#include <algorithm>
#include <cctype>

namespace partita::base {

namespace {

/// One URL ends where white space or the next URL of a list begins.
std::size_t end_of_url(std::string_view text, std::size_t from) {
  const std::size_t space = std::min(text.find_first_of(" \t\r\n", from), text.size());
  const std::size_t next = text.find("://", from);
  if (next == std::string_view::npos || next > space) return space;
  const std::size_t comma = text.rfind(',', next);
  return comma == std::string_view::npos || comma < from ? space : comma;
}

std::string_view scheme_before(std::string_view text, std::size_t colon) {
  std::size_t begin = colon;
  while (begin > 0 && std::isalpha(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
  return text.substr(begin, colon - begin);
}

void add_userinfo(std::string_view text, std::size_t colon, std::vector<Span>& spans) {
  const std::size_t begin = colon + 3;
  const std::size_t end = end_of_url(text, begin);
  const std::size_t at = text.substr(0, end).rfind('@');
  if (at == std::string_view::npos || at < begin) return;
  // A database's user is no secret; before a NATS server's @ there may be a token alone.
  std::size_t secret = begin;
  if (scheme_before(text, colon).rfind("postgres", 0) == 0) {
    const std::size_t divider = text.find(':', begin);
    if (divider == std::string_view::npos || divider >= at) return;
    secret = divider + 1;
  }
  if (secret < at) spans.push_back({secret, at});
}

/// "password=" and "sslpassword=", as parameters of a URL or words of a connection string.
void add_parameters(std::string_view text, std::vector<Span>& spans) {
  constexpr std::string_view kName = "password=";
  for (std::size_t found = text.find(kName); found != std::string_view::npos; found = text.find(kName, found + 1)) {
    const std::size_t begin = found + kName.size();
    const std::size_t end = std::min(text.find_first_of("& \t\r\n", begin), text.size());
    if (begin < end) spans.push_back({begin, end});
  }
}

}  // namespace

std::vector<Span> secrets_in(std::string_view text) {
  std::vector<Span> found;
  for (std::size_t colon = text.find("://"); colon != std::string_view::npos; colon = text.find("://", colon + 1)) {
    add_userinfo(text, colon, found);
  }
  add_parameters(text, found);
  std::sort(found.begin(), found.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
  std::vector<Span> merged;
  for (const Span& span : found) {
    if (!merged.empty() && span.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, span.end);
    else
      merged.push_back(span);
  }
  return merged;
}

std::string hide_secrets(std::string_view text) {
  std::string shown;
  std::size_t done = 0;
  for (const Span& span : secrets_in(text)) {
    shown += std::string(text.substr(done, span.begin - done)) + "***";
    done = span.end;
  }
  return shown + std::string(text.substr(done));
}

void scrub_arguments(int count, char** arguments) {
  for (int i = 0; i < count; ++i) {
    for (const Span& span : secrets_in(arguments[i]))
      std::fill(arguments[i] + span.begin, arguments[i] + span.end, 'x');
  }
}

}  // namespace partita::base
