#include <limits>
#include <utility>

#include "base/text.h"
#include "nets/file_parts.h"
#include "nets/network.h"

namespace partita::nets {

namespace {

constexpr std::string_view kMagic = "partita network 1";
constexpr int kMostUnit = 1'000'000;

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

base::Parsed<Shape> read_shape(const std::string& text) {
  const auto sizes = read_sizes(text, 4);
  if (!sizes) return base::Error{"shape: expected four sizes, found " + base::quoted(text)};
  const Shape shape{(*sizes)[0], (*sizes)[1], (*sizes)[2], (*sizes)[3]};
  const auto fine = check_shape(shape);
  if (!fine) return fine.forward_error();
  return shape;
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
  auto notes = read_header(bytes, kMagic);
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

base::Parsed<std::shared_ptr<const Network>> load_network(const std::string& path) {
  const auto bytes = read_named_by_digest(path);
  if (!bytes) return bytes.forward_error();
  auto network = read_network(*bytes);
  if (!network) return network.error_at(path);
  return std::shared_ptr<const Network>(std::make_shared<Network>(std::move(*network)));
}

}  // namespace partita::nets
