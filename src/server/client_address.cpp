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

}  // namespace

std::string client_of_address(std::string_view address) {
  const std::string text(address);
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
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
  constexpr std::size_t kPrefixBytes = 8;
  std::fill(bytes.begin() + kPrefixBytes, bytes.end(), static_cast<unsigned char>(0));
  ::inet_ntop(AF_INET6, bytes.data(), shown.data(), shown.size());
  return std::string(shown.data()) + "/64";
}

std::string forwarded_client(std::string_view header) {
  const auto comma = header.rfind(',');
  const std::string_view last = comma == std::string_view::npos ? header : header.substr(comma + 1);
  return client_of_address(without_port(base::trim(last)));
}

bool is_loopback(std::string_view client) { return client == "::1" || client.rfind("127.", 0) == 0; }

}  // namespace partita::server
