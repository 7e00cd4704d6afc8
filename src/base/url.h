#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace partita::base {

/// Part of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Where the secrets stand in a text that may hold URLs (several, between commas or spaces): the password of
/// "postgresql://user:PASSWORD@host", all of "nats://TOKEN@host" and "nats://user:PASSWORD@host" before the @, and the
/// value of a "password=" parameter. Rather too much than too little.
std::vector<Span> secrets_in(std::string_view text);

/// The text as it may be printed: each secret is "***".
std::string hide_secrets(std::string_view text);

/// Overwrites the secrets of the program's arguments with x, so that a list of processes does not show them.
/// REQUIRES: whoever wants the arguments has copied them.
void scrub_arguments(int count, char** arguments);

}  // namespace partita::base
