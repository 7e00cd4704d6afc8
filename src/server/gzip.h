#pragma once

#include <string>
#include <string_view>

#include "server/http_message.h"

namespace partita::server {

/// What packing is for: an answer somebody waits for, or a file that is packed once and fetched often.
enum class Packing { kQuick, kSmall };

/// The text as gzip (RFC 1952), without a time in it: the same text packs the same. Any thread.
std::string gzipped(std::string_view text, Packing packing = Packing::kQuick);

/// Packs an answer for a client that takes it, where that saves something. What is packed already stays as it is.
void pack_for(const HttpRequest& request, HttpResponse& response);

}  // namespace partita::server
