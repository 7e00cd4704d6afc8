#include "server/client_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace partita::server {

namespace {

/// "1.2.3.4:567" and "[::1]:567" without what is not the address.
std::string_view without_port(std::string_view text) {
  if (!text.empty() && text.front() == '[') {
    const auto close = text.find(']');
    return close == std::string_view::npos ? std::string_view() : text.substr(1, close - 1);
  }
  const auto colon = text.find(':');
  const bool one_colon = colon != std::string_view::npos && text.find(':', colon + 1) == std::string_view::npos;
  return one_colon ? text.substr(0, colon) : text;
}

using Bytes = std::array<unsigned char, sizeof(in6_addr)>;

/// The first bits of an IPv6 address, as "2001:db8::/64".
std::string prefix_text(Bytes bytes, int bits) {
  std::array<char, INET6_ADDRSTRLEN> shown{};
  std::fill(bytes.begin() + bits / 8, bytes.end(), static_cast<unsigned char>(0));
  ::inet_ntop(AF_INET6, bytes.data(), shown.data(), shown.size());
  return shown.data() + ("/" + std::to_string(bits));
}

}  // namespace

std::string client_of_address(std::string_view address) {
  const std::string text(address);
  Bytes bytes{};
  std::array<char, INET6_ADDRSTRLEN> shown{};
  if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return text;
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return "";
  const auto* whole = reinterpret_cast<const in6_addr*>(bytes.data());
  if (IN6_IS_ADDR_V4MAPPED(whole)) {
    constexpr std::size_t kMappedAt = 12;
    ::inet_ntop(AF_INET, bytes.data() + kMappedAt, shown.data(), shown.size());
    return shown.data();
  }
  if (IN6_IS_ADDR_LOOPBACK(whole)) return "::1";
  return prefix_text(bytes, 64);
}

std::string network_of_client(std::string_view client) {
  if (client.find(':') == std::string_view::npos || client.find('/') == std::string_view::npos) return "";
  Bytes bytes{};
  const std::string address(client.substr(0, client.find('/')));
  return ::inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1 ? prefix_text(bytes, 48) : "";
}

std::string forwarded_client(std::string_view header) {
  const auto comma = header.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? header : header.substr(comma + 1);
  return client_of_address(without_port(base::trim(last)));
}

bool is_loopback(std::string_view client) { return client == "::1" || client.rfind("127.", 0) == 0; }

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
