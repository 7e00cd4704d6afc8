#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::store {

bool is_postgres_url(std::string_view url);

/// The connection string for a URL as libpq reads it, in any of its forms. Says what is wrong with one that is not a
/// URL, without repeating it: libpq's own words would show parts of the password.
base::Parsed<std::string> postgres_target(std::string_view url);

/// A database's message as it may be printed: one line, without the password of the URL.
std::string safe_message(std::string_view message, std::string_view url);

}  // namespace partita::store
