#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Who a client is on the network.
namespace partita::server {

/// The name under which an address is counted: itself, or the first 64 bits of an IPv6 address, which is what one
/// subscriber has at least. Empty if it is no address in digits.
std::string client_of_address(std::string_view address);

/// The first 48 bits of an IPv6 client, which one site may have and choose among freely; empty for all others.
std::string network_of_client(std::string_view client);
/// All clients of such a network together may have what so many clients may have.
inline constexpr int kClientsOfNetwork = 4;

/// The client a proxy names in X-Forwarded-For: the last address, which the proxy wrote itself; those before it are
/// what the client claims. Empty if there is none.
std::string forwarded_client(std::string_view header);

bool is_loopback(std::string_view client);

/// Whether a Host header names this server: localhost, an address in digits, or one of the names it was told. Any other
/// name could be a stranger's that was made to point here (DNS rebinding).
bool is_own_host(std::string_view host, const std::vector<std::string>& names);
/// Whether an Origin header is of the page this server itself delivers to that Host. REQUIRES: is_own_host(host).
bool is_own_origin(std::string_view origin, std::string_view host);

}  // namespace partita::server
