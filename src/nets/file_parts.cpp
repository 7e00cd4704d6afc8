#include "nets/file_parts.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "nets/network.h"

namespace partita::nets {

namespace {

/// Far more than any header of ours; keeps a hostile file from being read as one line.
constexpr std::size_t kMostHeaderBytes = 1 << 14;
constexpr std::size_t kMostFileBytes = std::size_t{1} << 23;
constexpr std::size_t kDigestDigits = 12;

}  // namespace

std::optional<std::size_t> read_size(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<std::size_t>> read_sizes(const std::string& text, std::size_t count) {
  std::istringstream words(text);
  std::vector<std::size_t> sizes;
  for (std::string word; words >> word;) {
    const auto size = read_size(word);
    if (!size) return std::nullopt;
    sizes.push_back(*size);
  }
  if (sizes.size() != count) return std::nullopt;
  return sizes;
}

base::Parsed<std::map<std::string, std::string>> read_header(std::string_view& bytes, std::string_view magic) {
  const std::size_t end = bytes.substr(0, kMostHeaderBytes).find("\n\n");
  if (end == std::string_view::npos) return base::Error{"network: no end of its header"};
  std::string_view header = bytes.substr(0, end);
  bytes.remove_prefix(end + 2);
  const std::size_t first = header.find('\n');
  if (header.substr(0, first) != magic)
    return base::Error{"network: the first line is not '" + std::string(magic) + "'"};
  header = first == std::string_view::npos ? std::string_view() : header.substr(first + 1);
  std::map<std::string, std::string> notes;
  for (int line = 2; !header.empty(); ++line) {
    const std::string_view text = header.substr(0, header.find('\n'));
    header.remove_prefix(std::min(header.size(), text.size() + 1));
    const std::size_t colon = text.find(": ");
    const std::string place = "network, line " + std::to_string(line) + ": ";
    if (colon == std::string_view::npos) return base::Error{place + "expected 'name: value'"};
    if (!notes.emplace(text.substr(0, colon), text.substr(colon + 2)).second) {
      return base::Error{place + "'" + std::string(text.substr(0, colon)) + "' stands there twice"};
    }
  }
  return notes;
}

std::string network_digest(std::string_view bytes) { return base::sha256(bytes).substr(0, kDigestDigits); }

base::Parsed<std::string> read_named_by_digest(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::Error{path + ": cannot be read"};
  std::string bytes(kMostFileBytes + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  if (bytes.size() > kMostFileBytes) return base::Error{path + ": larger than any network"};
  const std::string digest = network_digest(bytes);
  if (path.find("-" + digest + ".net") == std::string::npos) {
    return base::Error{path + ": its bytes have the digest " + digest + ", which is not the one in its name"};
  }
  return bytes;
}

}  // namespace partita::nets
