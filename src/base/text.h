#pragma once

#include <concepts>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::base {

std::string_view trim(std::string_view text);
/// Pieces between separators, empty ones kept: split("a//b", '/') is {"a", "", "b"}.
std::vector<std::string_view> split(std::string_view text, char separator);
/// Pieces between runs of white space, empty ones dropped.
std::vector<std::string_view> words(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string lower(std::string_view text);
std::string upper(std::string_view text);
/// The whole of `text` as a decimal integer, or nothing (also on overflow or stray characters).
std::optional<std::int64_t> read_int(std::string_view text);
std::optional<double> read_double(std::string_view text);
/// Text fit for an error message: control characters and bytes above 126 as \xNN, cut at `limit`.
std::string quoted(std::string_view text, std::size_t limit = 60);
/// 1234567 -> "1,234,567".
std::string with_thousands(std::int64_t number);
template <std::unsigned_integral Number>
std::string with_thousands(Number number) {
  return with_thousands(static_cast<std::int64_t>(number));
}
/// The candidate nearest to `word` by edit distance, if near enough to be a likely slip.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// Text from outside as it may stand in HTML or SVG, inside an attribute too. Control characters other than the end of
/// a line become spaces.
std::string escaped_markup(std::string_view text);

/// Rows of cells, the first row as heads.
using TextTable = std::vector<std::vector<std::string>>;
/// In Markdown; columns from `right` on are set to the right.
std::string markdown_table(const TextTable& rows, std::size_t right = std::string::npos);

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
