#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::server {

/// Whether a Host header names this server: localhost, an address in digits, or one of the names it was told. Any other
/// name could be a stranger's that was made to point here (DNS rebinding).
bool is_own_host(std::string_view host, const std::vector<std::string>& names);
/// Whether an Origin header is of the page this server itself delivers to that Host. REQUIRES: is_own_host(host).
bool is_own_origin(std::string_view origin, std::string_view host);

}  // namespace partita::server
