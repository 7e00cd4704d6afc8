#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

#include "base/sha256.h"
#include "base/text.h"
#include "nets/network.h"

namespace partita::nets {

namespace {

constexpr std::string_view kMagic = "partita network 1";
/// Far more than any header of ours; keeps a hostile file from being read as one line.
constexpr std::size_t kMostHeaderBytes = 1 << 14;
constexpr std::size_t kMostFileBytes = std::size_t{1} << 23;
constexpr int kMostUnit = 1'000'000;
constexpr std::size_t kDigestDigits = 12;

template <class T>
void put(std::string& bytes, T value) {
  using Bits = std::make_unsigned_t<T>;
  const auto bits = static_cast<Bits>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xFF);
}
template <class T>
void put_all(std::string& bytes, const std::vector<T>& values) {
  for (const T value : values) put(bytes, value);
}

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

std::size_t number_bytes(const Shape& shape) {
  const std::size_t head = shape.second * shape.first + 4 * shape.second + 2 * shape.second + 4;
  return 2 * shape.inputs * shape.first + 2 * shape.first + shape.heads * head;
}

/// The largest sum the third layer can reach must be a score after the unit is applied.
bool is_in_range(const Weights::Head& head, int unit) {
  std::int64_t most = head.third_bias < 0 ? -static_cast<std::int64_t>(head.third_bias) : head.third_bias;
  for (const std::int16_t weight : head.third) most += kOne * (weight < 0 ? -weight : weight);
  return most * unit / (kOne * kThirdScale) <= std::numeric_limits<std::int32_t>::max() / 2;
}

/// A sum of the second layer must fit 32 bits whatever comes in.
bool are_biases_in_range(const Weights::Head& head) {
  constexpr std::int32_t kMost = 1 << 30;
  for (const std::int32_t bias : head.second_biases) {
    if (bias > kMost || bias < -kMost) return false;
  }
  return true;
}

std::optional<std::size_t> read_size(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

base::Parsed<Shape> read_shape(const std::string& text) {
  std::istringstream words(text);
  std::vector<std::size_t> sizes;
  for (std::string word; words >> word;) {
    const auto size = read_size(word);
    if (!size) return base::Error{"shape: expected four sizes, found " + base::quoted(text)};
    sizes.push_back(*size);
  }
  if (sizes.size() != 4) return base::Error{"shape: expected four sizes, found " + base::quoted(text)};
  const Shape shape{sizes[0], sizes[1], sizes[2], sizes[3]};
  const auto fine = check_shape(shape);
  if (!fine) return fine.forward_error();
  return shape;
}

/// "name: value" lines up to an empty one; takes them off the front of `bytes`.
base::Parsed<Network::Notes> read_header(std::string_view& bytes) {
  const std::size_t end = bytes.substr(0, kMostHeaderBytes).find("\n\n");
  if (end == std::string_view::npos) return base::Error{"network: no end of its header"};
  std::string_view header = bytes.substr(0, end);
  bytes.remove_prefix(end + 2);
  const std::size_t first = header.find('\n');
  if (header.substr(0, first) != kMagic)
    return base::Error{"network: the first line is not '" + std::string(kMagic) + "'"};
  header = first == std::string_view::npos ? std::string_view() : header.substr(first + 1);
  Network::Notes notes;
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

Weights take_weights(std::string_view bytes, const Shape& shape) {
  Weights weights;
  weights.first = take_all<std::int16_t>(bytes, shape.inputs * shape.first);
  weights.first_biases = take_all<std::int16_t>(bytes, shape.first);
  for (std::size_t i = 0; i < shape.heads; ++i) {
    Weights::Head head;
    head.second = take_all<std::int8_t>(bytes, shape.second * shape.first);
    head.second_biases = take_all<std::int32_t>(bytes, shape.second);
    head.third = take_all<std::int16_t>(bytes, shape.second);
    head.third_bias = take<std::int32_t>(bytes);
    weights.heads.push_back(std::move(head));
  }
  return weights;
}

}  // namespace

base::Parsed<base::Done> check_shape(const Shape& shape) {
  const bool is_fine = shape.inputs >= 1 && shape.inputs <= kMostInputs && shape.first >= kLaneInputs &&
                       shape.first <= kMostFirst && shape.first % kLaneInputs == 0 && shape.second >= kLaneOutputs &&
                       shape.second <= kMostSecond && shape.second % kLaneOutputs == 0 && shape.heads >= 1 &&
                       shape.heads <= 4;
  if (is_fine) return base::Done{};
  return base::Error{"shape: expected 1 to 2048 inputs, 64 to 512 (by 64), 16 to 64 (by 16) and 1 to 4 heads"};
}

std::string write_network(const Network& network) {
  const Shape& shape = network.shape();
  std::string bytes(kMagic);
  bytes += "\n";
  for (const auto& [name, value] : network.notes()) bytes += name + ": " + value + "\n";
  bytes += "shape: " + std::to_string(shape.inputs) + " " + std::to_string(shape.first) + " " +
           std::to_string(shape.second) + " " + std::to_string(shape.heads) +
           "\nunit: " + std::to_string(network.unit()) + "\n\n";
  put_all(bytes, network.weights().first);
  put_all(bytes, network.weights().first_biases);
  for (const Weights::Head& head : network.weights().heads) {
    put_all(bytes, head.second);
    put_all(bytes, head.second_biases);
    put_all(bytes, head.third);
    put(bytes, head.third_bias);
  }
  return bytes;
}

base::Parsed<Network> read_network(std::string_view bytes) {
  auto notes = read_header(bytes);
  if (!notes) return notes.forward_error();
  const std::string shape_text = (*notes)["shape"];
  const auto unit = read_size((*notes)["unit"]);
  notes->erase("shape");
  notes->erase("unit");
  const auto shape = read_shape(shape_text);
  if (!shape) return shape.error_at("network");
  if (!unit || *unit < 1 || *unit > kMostUnit) return base::Error{"network: expected a unit from 1 to 1000000"};
  if (bytes.size() != number_bytes(*shape)) {
    return base::Error{"network: expected " + std::to_string(number_bytes(*shape)) +
                       " bytes behind the header, found " + std::to_string(bytes.size())};
  }
  Weights weights = take_weights(bytes, *shape);
  for (const Weights::Head& head : weights.heads) {
    if (!is_in_range(head, static_cast<int>(*unit)) || !are_biases_in_range(head)) {
      return base::Error{"network: its numbers are too large for a score"};
    }
  }
  return Network(*shape, static_cast<int>(*unit), std::move(*notes), std::move(weights));
}

std::string network_digest(std::string_view bytes) { return base::sha256(bytes).substr(0, kDigestDigits); }

base::Parsed<std::shared_ptr<const Network>> load_network(const std::string& path) {
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
  auto network = read_network(bytes);
  if (!network) return network.error_at(path);
  return std::shared_ptr<const Network>(std::make_shared<Network>(std::move(*network)));
}

}  // namespace partita::nets
