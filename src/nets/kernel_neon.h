#pragma once

#if defined(__ARM_NEON)

#include <arm_neon.h>

#include "nets/kernel.h"

/// What both NEON kernels share. In an unnamed namespace: each file compiles its own, for its own processor.
namespace partita::nets {
namespace {

/// Sixty-four sums stay in registers while all rows pass.
[[maybe_unused]] void neon_change_sums(std::int16_t* sums, const std::int16_t* rows, std::size_t width,
                                       const RowChanges& changes) {
  constexpr std::size_t kRegisters = kLaneInputs / 8;
  for (std::size_t first = 0; first < width; first += kLaneInputs) {
    int16x8_t held[kRegisters];
    for (std::size_t i = 0; i < kRegisters; ++i) held[i] = vld1q_s16(sums + first + 8 * i);
    for (std::size_t row = 0; row < changes.added_count; ++row) {
      const std::int16_t* from = rows + changes.added[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = vaddq_s16(held[i], vld1q_s16(from + 8 * i));
    }
    for (std::size_t row = 0; row < changes.removed_count; ++row) {
      const std::int16_t* from = rows + changes.removed[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = vsubq_s16(held[i], vld1q_s16(from + 8 * i));
    }
    for (std::size_t i = 0; i < kRegisters; ++i) vst1q_s16(sums + first + 8 * i, held[i]);
  }
}

[[maybe_unused]] void neon_clip(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped) {
  const uint8x16_t most = vdupq_n_u8(127);
  for (std::size_t i = 0; i < width; i += 16) {
    // The narrowing shift saturates at 0 and 255.
    const uint8x8_t low = vqshrun_n_s16(vld1q_s16(sums + i), 3);
    const uint8x8_t high = vqshrun_n_s16(vld1q_s16(sums + i + 8), 3);
    vst1q_u8(clipped + i, vminq_u8(vcombine_u8(low, high), most));
  }
}

/// Outputs `first` to `first + 4 * kRegisters`. `dot(sum, weights, inputs)` adds to each of four sums four products of
/// bytes.
template <std::size_t kRegisters, class Dot>
void neon_multiply_some(const std::uint8_t* clipped, const LiveGroups& groups, const PackedLayer& layer,
                        std::size_t first, std::int32_t* out, Dot dot) {
  int32x4_t sums[kRegisters];
  for (std::size_t i = 0; i < kRegisters; ++i) sums[i] = vld1q_s32(layer.biases + first + 4 * i);
  for (std::size_t k = 0; k < groups.count; ++k) {
    const int8x16_t inputs = vreinterpretq_s8_u32(vdupq_n_u32(LiveGroups::four(clipped, groups.at[k])));
    const std::int8_t* weights = layer.weights + (groups.at[k] * layer.outputs + first) * kGroup;
    for (std::size_t i = 0; i < kRegisters; ++i) sums[i] = dot(sums[i], vld1q_s8(weights + 16 * i), inputs);
  }
  for (std::size_t i = 0; i < kRegisters; ++i) vst1q_s32(out + first + 4 * i, sums[i]);
}

template <class Dot>
void neon_multiply(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out, Dot dot) {
  const LiveGroups groups(clipped, layer.inputs);
  std::size_t first = 0;
  for (; first + 32 <= layer.outputs; first += 32) neon_multiply_some<8>(clipped, groups, layer, first, out, dot);
  for (; first < layer.outputs; first += kLaneOutputs) neon_multiply_some<4>(clipped, groups, layer, first, out, dot);
}

/// Sixteen outputs at kPlaces places: the weights are read once for all of them.
template <std::size_t kPlaces, class Dot>
void neon_convolve_some(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::size_t from,
                        std::size_t first, std::int32_t* sums, Dot dot) {
  int32x4_t held[kPlaces][4];
  for (std::size_t at = 0; at < kPlaces; ++at) {
    for (std::size_t r = 0; r < 4; ++r) held[at][r] = vld1q_s32(layer.biases + first + 4 * r);
  }
  const std::int8_t* weights = layer.weights + first * kGroup;
  for (std::size_t tap = 0; tap < places.taps; ++tap) {
    const std::uint8_t* in[kPlaces];
    for (std::size_t at = 0; at < kPlaces; ++at)
      in[at] = places.activations + (places.places[from + at] + places.steps[tap]) * layer.inputs;
    for (std::size_t i = 0; i < layer.inputs; i += kGroup, weights += layer.outputs * kGroup) {
      int8x16_t packed[4];
      for (std::size_t r = 0; r < 4; ++r) packed[r] = vld1q_s8(weights + 16 * r);
      for (std::size_t at = 0; at < kPlaces; ++at) {
        const int8x16_t inputs = vreinterpretq_s8_u32(vdupq_n_u32(LiveGroups::four(in[at] + i, 0)));
        for (std::size_t r = 0; r < 4; ++r) held[at][r] = dot(held[at][r], packed[r], inputs);
      }
    }
  }
  for (std::size_t at = 0; at < kPlaces; ++at) {
    for (std::size_t r = 0; r < 4; ++r) vst1q_s32(sums + (from + at) * layer.outputs + first + 4 * r, held[at][r]);
  }
}
template <class Dot>
void neon_convolve(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums, Dot dot) {
  for (std::size_t first = 0; first < layer.outputs; first += kLaneOutputs) {
    std::size_t at = 0;
    for (; at + 3 <= places.count; at += 3) neon_convolve_some<3>(layer, places, at, first, sums, dot);
    for (; at < places.count; ++at) neon_convolve_some<1>(layer, places, at, first, sums, dot);
  }
}

}  // namespace
}  // namespace partita::nets

#endif
