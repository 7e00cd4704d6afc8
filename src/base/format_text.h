#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

namespace partita::base {

/// printf into a string, for the short texts of reports.
[[gnu::format(printf, 1, 2)]] inline std::string format(const char* pattern, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

}  // namespace partita::base
