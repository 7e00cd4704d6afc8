#include "nets/convolution.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace partita::nets {

namespace {

constexpr std::size_t kHexagonalTaps = 7;
constexpr std::size_t kSquareTaps = 9;
constexpr std::int32_t kHalfOfShift = 32;  // rounds the shift by six in scaled_sum()

std::size_t rounded_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

/// Steps to the taps in the order of the weights: rows from above, in each from the left. A hexagonal kernel leaves out
/// the corners above on the right and below on the left.
std::vector<std::int32_t> tap_steps(bool is_hexagonal, std::size_t width) {
  std::vector<std::int32_t> steps;
  for (int row = -1; row <= 1; ++row) {
    for (int column = -1; column <= 1; ++column) {
      if (is_hexagonal && row * column == -1) continue;
      steps.push_back(row * static_cast<int>(width) + column);
    }
  }
  return steps;
}

/// A layer's rounded sum times its multiplier: the value times 2^18.
std::int32_t scaled(std::int32_t sum, std::int32_t multiplier) { return ((sum + kHalfOfShift) >> 6) * multiplier; }

}  // namespace

/// What one evaluation writes; kept by the thread, so that nothing is allocated in a search.
struct ConvolutionNetwork::Buffers {
  std::vector<std::uint8_t> activations;  ///< of the stream
  std::vector<std::uint8_t> middle;       ///< between the two convolutions of a block
  std::vector<std::int16_t> stream;
  std::vector<std::int32_t> steps;
  const ConvolutionGrid* grid = nullptr;
  std::size_t channels = 0;
  bool is_for_hexagons = false;

  void fit(const ConvolutionGrid& for_grid, std::size_t for_channels, bool is_hexagonal) {
    const std::size_t size = for_grid.places * for_channels;
    // Places off the board are never written, so they are zero as long as the board stays the same.
    if (grid != &for_grid || channels != for_channels || is_for_hexagons != is_hexagonal ||
        activations.size() != size) {
      activations.assign(size, 0);
      middle.assign(size, 0);
      grid = &for_grid;
      channels = for_channels;
      is_for_hexagons = is_hexagonal;
      steps = tap_steps(is_hexagonal, for_grid.width);
    }
    stream.assign(size, 0);
  }
};

ConvolutionLayer ConvolutionNetwork::Packed::view(std::size_t inputs, std::size_t outputs) const {
  return {weights.data(), biases.data(), multipliers.data(), inputs, outputs};
}

ConvolutionNetwork::Packed ConvolutionNetwork::packed(const Layer& layer, std::size_t inputs, std::size_t stride,
                                                      std::size_t taps) const {
  const std::size_t outputs = shape_.channels;
  Packed packed;
  packed.weights.assign(taps * stride * outputs, 0);
  for (std::size_t out = 0; out < outputs; ++out) {
    for (std::size_t in = 0; in < inputs; ++in) {
      for (std::size_t tap = 0; tap < taps; ++tap) {
        const std::size_t group = tap * stride / kGroup + in / kGroup;
        packed.weights[(group * outputs + out) * kGroup + in % kGroup] =
            layer.weights[(out * inputs + in) * taps + tap];
      }
    }
    packed.biases.push_back(layer.biases[out] + kHalfOfShift);
  }
  packed.multipliers = layer.multipliers;
  return packed;
}

ConvolutionNetwork::ConvolutionNetwork(const ConvolutionShape& shape, bool is_hexagonal, Notes notes, Weights weights)
    : shape_(shape),
      is_hexagonal_(is_hexagonal),
      notes_(std::move(notes)),
      plane_stride_(rounded_up(shape.planes, kGroup)),
      policy_(std::move(weights.policy)),
      value_(std::move(weights.value)),
      win_(std::move(weights.win)) {
  const std::size_t taps = is_hexagonal ? kHexagonalTaps : kSquareTaps;
  stem_ = packed(weights.stem, shape.planes, plane_stride_, taps);
  for (const Layer& layer : weights.convolutions)
    convolutions_.push_back(packed(layer, shape.channels, shape.channels, taps));
}

std::string ConvolutionNetwork::note(const std::string& name) const {
  const auto found = notes_.find(name);
  return found == notes_.end() ? "" : found->second;
}

void ConvolutionNetwork::evaluate(const ConvolutionGrid& grid, std::span<const std::uint8_t> planes,
                                  PolicyAndValue& answer) const {
  evaluate_with(best_kernel(), grid, planes, answer);
}

void ConvolutionNetwork::evaluate_with(const Kernel& kernel, const ConvolutionGrid& grid,
                                       std::span<const std::uint8_t> planes, PolicyAndValue& answer) const {
  assert(planes.size() == grid.places * plane_stride_);
  thread_local Buffers buffers;
  const std::size_t channels = shape_.channels;
  buffers.fit(grid, channels, is_hexagonal_);
  std::array<std::int32_t, kPlacesAtOnce * kMostChannels> sums;
  /// Calls finish(place, sums) for every cell of the board.
  const auto convolve = [&](const ConvolutionLayer& layer, const std::uint8_t* from, auto&& finish) {
    for (std::size_t first = 0; first < grid.cells.size(); first += kPlacesAtOnce) {
      const std::size_t count = std::min(kPlacesAtOnce, grid.cells.size() - first);
      kernel.convolve(layer, {from, grid.cells.data() + first, count, buffers.steps.data(), buffers.steps.size()},
                      sums.data());
      for (std::size_t at = 0; at < count; ++at) finish(grid.cells[first + at] * channels, sums.data() + at * channels);
    }
  };
  const ConvolutionLayer stem = stem_.view(plane_stride_, channels);
  convolve(stem, planes.data(), [&](std::size_t at, const std::int32_t* sum) {
    kernel.add_to_stream(stem, sum, buffers.stream.data() + at, buffers.activations.data() + at);
  });
  for (std::size_t block = 0; block < shape_.blocks; ++block) {
    const ConvolutionLayer first = convolutions_[2 * block].view(channels, channels);
    convolve(first, buffers.activations.data(), [&](std::size_t at, const std::int32_t* sum) {
      kernel.to_activations(first, sum, buffers.middle.data() + at);
    });
    const ConvolutionLayer second = convolutions_[2 * block + 1].view(channels, channels);
    convolve(second, buffers.middle.data(), [&](std::size_t at, const std::int32_t* sum) {
      kernel.add_to_stream(second, sum, buffers.stream.data() + at, buffers.activations.data() + at);
    });
  }
  value_head(grid, buffers, answer);
}

/// One output of a dense layer whose inputs have 13 bits behind the point: times 2^18.
std::int32_t ConvolutionNetwork::dense(const Layer& layer, const std::vector<std::int32_t>& inputs,
                                       std::size_t output) const {
  std::int32_t sum = 0;
  const std::int8_t* weights = layer.weights.data() + output * inputs.size();
  for (std::size_t i = 0; i < inputs.size(); ++i) sum += inputs[i] * weights[i];
  return scaled(((sum + 128) >> 8) + layer.biases[output], layer.multipliers[output]);
}

void ConvolutionNetwork::value_head(const ConvolutionGrid& grid, const Buffers& buffers, PolicyAndValue& answer) const {
  const std::size_t channels = shape_.channels;
  thread_local std::vector<std::int32_t> pooled;
  thread_local std::vector<std::int32_t> hidden;
  pooled.assign(2 * channels, 0);
  answer.policy.resize(grid.cells.size());
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const std::uint8_t* last = buffers.activations.data() + grid.cells[cell] * channels;
    std::int32_t sum = policy_.biases[0];
    for (std::size_t i = 0; i < channels; ++i) {
      sum += last[i] * policy_.weights[i];
      pooled[i] += last[i];
      pooled[channels + i] = std::max<std::int32_t>(pooled[channels + i], last[i]);
    }
    answer.policy[cell] = (scaled(sum, policy_.multipliers[0]) + (1 << 9)) >> 10;
  }
  const auto share = static_cast<std::int32_t>((1 << 16) / grid.cells.size());
  for (std::size_t i = 0; i < channels; ++i) {
    pooled[i] = (pooled[i] * share + 128) >> 8;
    pooled[channels + i] <<= 8;
  }
  constexpr std::int32_t kMostHidden = 127 << 8;
  hidden.resize(shape_.hidden);
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    hidden[i] = std::clamp((dense(value_, pooled, i) + (1 << 4)) >> 5, 0, kMostHidden);
  }
  answer.value = (dense(win_, hidden, 0) + (1 << 9)) >> 10;
}

namespace {

/// e^-x for 0 <= x, by halving and a short series: additions and products alone, so every processor has the same bits.
double exp_of_minus(double x) {
  int halvings = 0;
  while (x > 0.125) {
    x /= 2;
    ++halvings;
  }
  double term = 1;
  double sum = 1;
  for (int i = 1; i < 12; ++i) {
    term *= -x / i;
    sum += term;
  }
  for (; halvings > 0; --halvings) sum *= sum;
  return sum;
}

/// e^-(i / kLogit): beyond sixteen it is nothing.
constexpr std::int32_t kLongest = 16 * kLogit;
const std::vector<float>& exp_table() {
  static const std::vector<float> kTable = [] {
    std::vector<float> table;
    for (std::int32_t i = 0; i <= kLongest; ++i)
      table.push_back(static_cast<float>(exp_of_minus(static_cast<double>(i) / kLogit)));
    return table;
  }();
  return kTable;
}

}  // namespace

float chance_of_logit(std::int32_t logit) {
  const float odds = exp_table()[static_cast<std::size_t>(std::clamp(logit < 0 ? -logit : logit, 0, kLongest))];
  const float chance = 1.0F / (1.0F + odds);
  return logit < 0 ? 1.0F - chance : chance;
}

void softmax_of_logits(std::span<const std::int32_t> logits, std::span<float> priors) {
  const std::int32_t most = *std::max_element(logits.begin(), logits.end());
  float sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    priors[i] = exp_table()[static_cast<std::size_t>(std::min(most - logits[i], kLongest))];
    sum += priors[i];
  }
  for (float& prior : priors) prior /= sum;
}

}  // namespace partita::nets
