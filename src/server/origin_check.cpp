#include "server/origin_check.h"

#include <algorithm>

#include "base/text.h"

namespace partita::server {

namespace {

std::string_view host_alone(std::string_view host) {
  if (!host.empty() && host[0] == '[') {
    const auto close = host.find(']');
    return close == std::string_view::npos ? std::string_view() : host.substr(0, close + 1);
  }
  return host.substr(0, host.find(':'));
}

bool has_fine_port(std::string_view host, std::string_view name) {
  if (host.size() == name.size()) return true;
  const auto port = base::read_int(host.substr(name.size() + 1));
  return host[name.size()] == ':' && port && *port > 0 && *port < 65536;
}

bool is_ip_version_4(std::string_view name) {
  const auto parts = base::split(name, '.');
  return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           const auto number = base::read_int(part);
           return number && *number >= 0 && *number <= 255 && part.size() <= 3 && part[0] != '+' && part[0] != '-';
         });
}

bool is_ip_version_6(std::string_view name) {
  return name.size() >= 4 && name.front() == '[' && name.back() == ']' &&
         name.substr(1, name.size() - 2).find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

}  // namespace

bool is_own_host(std::string_view host, const std::vector<std::string>& names) {
  const std::string_view name = host_alone(host);
  if (name.empty() || !has_fine_port(host, name)) return false;
  if (base::lower(name) == "localhost" || is_ip_version_4(name) || is_ip_version_6(name)) return true;
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& known) { return base::lower(known) == base::lower(name); });
}

bool is_own_origin(std::string_view origin, std::string_view host) {
  const std::string wanted = base::lower(host);
  const std::string found = base::lower(origin);
  return found == "http://" + wanted || found == "https://" + wanted;
}

}  // namespace partita::server
