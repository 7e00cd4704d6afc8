#include "nets/kernel.h"

namespace partita::nets {

namespace {

void add_row(std::int16_t* sums, const std::int16_t* row, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i)
    sums[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(sums[i]) + static_cast<std::uint16_t>(row[i]));
}
void remove_row(std::int16_t* sums, const std::int16_t* row, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i)
    sums[i] = static_cast<std::int16_t>(static_cast<std::uint16_t>(sums[i]) - static_cast<std::uint16_t>(row[i]));
}

void change_sums_plainly(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes) {
  for (std::size_t i = 0; i < changes.added_count; ++i) add_row(sums, rows + changes.added[i] * width, width);
  for (std::size_t i = 0; i < changes.removed_count; ++i) remove_row(sums, rows + changes.removed[i] * width, width);
}

void clip_plainly(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped) {
  for (std::size_t i = 0; i < width; ++i) {
    const int value = sums[i] >> 3;
    clipped[i] = static_cast<std::uint8_t>(value < 0 ? 0 : value > 127 ? 127 : value);
  }
}

void multiply_plainly(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  for (std::size_t j = 0; j < layer.outputs; ++j) out[j] = layer.biases[j];
  const LiveGroups groups(clipped, layer.inputs);
  for (std::size_t g = 0; g < groups.count; ++g) {
    const std::uint8_t* in = clipped + groups.at[g] * kGroup;
    const std::int8_t* weights = layer.weights + groups.at[g] * layer.outputs * kGroup;
    for (std::size_t j = 0; j < layer.outputs; ++j) {
      for (std::size_t k = 0; k < kGroup; ++k) out[j] += in[k] * weights[j * kGroup + k];
    }
  }
}

void convolve_plainly(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  for (std::size_t at = 0; at < places.count; ++at, sums += layer.outputs) {
    for (std::size_t j = 0; j < layer.outputs; ++j) sums[j] = layer.biases[j];
    const std::int8_t* weights = layer.weights;
    for (std::size_t tap = 0; tap < places.taps; ++tap) {
      const std::uint8_t* in = places.activations + (places.places[at] + places.steps[tap]) * layer.inputs;
      for (std::size_t i = 0; i < layer.inputs; i += kGroup, weights += layer.outputs * kGroup) {
        for (std::size_t j = 0; j < layer.outputs; ++j) {
          for (std::size_t k = 0; k < kGroup; ++k) sums[j] += in[i + k] * weights[j * kGroup + k];
        }
      }
    }
  }
}

}  // namespace

const Kernel kPlainKernel = {"plain",          change_sums_plainly,  clip_plainly,       multiply_plainly,
                             convolve_plainly, plain_to_activations, plain_add_to_stream};

}  // namespace partita::nets
