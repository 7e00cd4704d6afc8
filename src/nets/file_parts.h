#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/parsed.h"

/// What the files of all networks have in common: a header of text lines, numbers with the lowest byte first, a digest
/// in the name.
namespace partita::nets {

template <class T>
T take(std::string_view& bytes) {
  using Bits = std::make_unsigned_t<T>;
  Bits bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bits =
        static_cast<Bits>(bits | static_cast<Bits>(static_cast<Bits>(static_cast<unsigned char>(bytes[i])) << (8 * i)));
  }
  bytes.remove_prefix(sizeof(T));
  return static_cast<T>(bits);
}
template <class T>
std::vector<T> take_all(std::string_view& bytes, std::size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = take<T>(bytes);
  return values;
}

std::optional<std::size_t> read_size(std::string_view text);
/// Sizes separated by spaces; nothing unless there are `count` of them.
std::optional<std::vector<std::size_t>> read_sizes(const std::string& text, std::size_t count);

/// The line `magic`, then "name: value" lines up to an empty one; takes them off the front of `bytes`.
base::Parsed<std::map<std::string, std::string>> read_header(std::string_view& bytes, std::string_view magic);

/// The bytes of a file, if their digest is the one in its name.
base::Parsed<std::string> read_named_by_digest(const std::string& path);

}  // namespace partita::nets
