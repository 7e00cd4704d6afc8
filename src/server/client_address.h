#pragma once

#include <string>
#include <string_view>

/// Who a client is on the network.
namespace partita::server {

/// The name under which an address is counted: itself, or the first 64 bits of an IPv6 address, which is what one
/// subscriber has at least. Empty if it is no address in digits.
std::string client_of_address(std::string_view address);

/// The client a proxy names in X-Forwarded-For: the last address, which the proxy wrote itself; those before it are
/// what the client claims. Empty if there is none.
std::string forwarded_client(std::string_view header);

bool is_loopback(std::string_view client);

}  // namespace partita::server
