#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "nets/convolution.h"
#include "nets/file_parts.h"

namespace partita::nets {

namespace {

constexpr std::string_view kConvolutionMagic = "partita convolution 1";
constexpr std::size_t kMostPlanes = 64;
constexpr std::size_t kMostBlocks = 40;
constexpr std::size_t kMostHidden = 256;
constexpr std::int32_t kMostMultiplier = 8191;

/// How many numbers a layer has.
struct LayerSize {
  std::size_t outputs;
  std::size_t inputs;
  std::size_t taps;
  std::size_t bytes() const { return outputs * (inputs * taps + 8); }
};

std::vector<LayerSize> layer_sizes(const ConvolutionShape& shape, std::size_t taps) {
  std::vector<LayerSize> sizes = {{shape.channels, shape.planes, taps}};
  sizes.insert(sizes.end(), 2 * shape.blocks, {shape.channels, shape.channels, taps});
  sizes.push_back({1, shape.channels, 1});
  sizes.push_back({shape.hidden, 2 * shape.channels, 1});
  sizes.push_back({1, shape.hidden, 1});
  return sizes;
}

base::Parsed<ConvolutionShape> read_convolution_shape(const std::string& text) {
  const auto sizes = read_sizes(text, 4);
  if (!sizes)
    return base::Error{"shape: expected planes, channels, blocks and hidden units, found " + base::quoted(text)};
  const ConvolutionShape shape{(*sizes)[0], (*sizes)[1], (*sizes)[2], (*sizes)[3]};
  const bool is_fine = shape.planes >= 1 && shape.planes <= kMostPlanes && shape.channels >= kLaneOutputs &&
                       shape.channels <= kMostChannels && shape.channels % kLaneOutputs == 0 && shape.blocks >= 1 &&
                       shape.blocks <= kMostBlocks && shape.hidden >= 1 && shape.hidden <= kMostHidden;
  if (is_fine) return shape;
  return base::Error{
      "shape: expected 1 to 64 planes, 16 to 64 channels (by 16), 1 to 40 blocks and 1 to 256 hidden units"};
}

ConvolutionNetwork::Layer take_layer(std::string_view& bytes, const LayerSize& size) {
  ConvolutionNetwork::Layer layer;
  layer.weights = take_all<std::int8_t>(bytes, size.outputs * size.inputs * size.taps);
  layer.biases = take_all<std::int32_t>(bytes, size.outputs);
  layer.multipliers = take_all<std::int32_t>(bytes, size.outputs);
  return layer;
}

/// Whatever comes in, the sums and their products must fit 32 bits.
bool is_in_range(const ConvolutionNetwork::Layer& layer, const LayerSize& size) {
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - (1 << 14);
  for (std::size_t out = 0; out < size.outputs; ++out) {
    std::int64_t sum = std::llabs(layer.biases[out]) + 64;
    for (std::size_t i = 0; i < size.inputs * size.taps; ++i)
      sum += 127 * std::abs(layer.weights[out * size.inputs * size.taps + i]);
    const std::int32_t multiplier = layer.multipliers[out];
    if (multiplier < 1 || multiplier > kMostMultiplier || (sum / 64 + 1) * multiplier > kMost) return false;
  }
  return true;
}

}  // namespace

base::Parsed<ConvolutionNetwork> read_convolution(std::string_view bytes) {
  auto notes = read_header(bytes, kConvolutionMagic);
  if (!notes) return notes.forward_error();
  const auto shape = read_convolution_shape((*notes)["shape"]);
  if (!shape) return shape.error_at("network");
  const std::string taps = (*notes)["taps"];
  if (taps != "hexagonal" && taps != "square") return base::Error{"network: taps: expected hexagonal or square"};
  const std::vector<LayerSize> sizes = layer_sizes(*shape, taps == "hexagonal" ? 7 : 9);
  std::size_t wanted = 0;
  for (const LayerSize& size : sizes) wanted += size.bytes();
  if (bytes.size() != wanted) {
    return base::Error{"network: expected " + std::to_string(wanted) + " bytes behind the header, found " +
                       std::to_string(bytes.size())};
  }
  std::vector<ConvolutionNetwork::Layer> layers;
  for (const LayerSize& size : sizes) {
    layers.push_back(take_layer(bytes, size));
    if (!is_in_range(layers.back(), size))
      return base::Error{"network: the numbers of layer " + std::to_string(layers.size()) + " are too large"};
  }
  ConvolutionNetwork::Weights weights;
  weights.win = std::move(layers.back());
  weights.value = std::move(layers[layers.size() - 2]);
  weights.policy = std::move(layers[layers.size() - 3]);
  weights.stem = std::move(layers.front());
  for (std::size_t i = 1; i + 3 < layers.size(); ++i) weights.convolutions.push_back(std::move(layers[i]));
  return ConvolutionNetwork(*shape, taps == "hexagonal", std::move(*notes), std::move(weights));
}

base::Parsed<std::shared_ptr<const ConvolutionNetwork>> load_convolution(const std::string& path) {
  const auto bytes = read_named_by_digest(path);
  if (!bytes) return bytes.forward_error();
  auto network = read_convolution(*bytes);
  if (!network) return network.error_at(path);
  return std::shared_ptr<const ConvolutionNetwork>(std::make_shared<ConvolutionNetwork>(std::move(*network)));
}

}  // namespace partita::nets
