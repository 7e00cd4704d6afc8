#pragma once

#include <cstddef>
#include <cstdint>

// Includes nothing but plain types: kernels are compiled for processors that may not be the one this runs on, and an
// inline function of a library compiled there could be the one the linker keeps.

/// The two loops in which a network spends its time, once for each kind of processor. All kernels give the same bits.
namespace partita::nets {

/// Which rows of the first layer to add and which to take away.
struct RowChanges {
  const std::uint16_t* added;
  std::size_t added_count;
  const std::uint16_t* removed;
  std::size_t removed_count;
};

/// The second layer's weights of one head, packed by groups of four inputs: for each group all outputs in order, and
/// for each output the group's four weights.
struct PackedLayer {
  const std::int8_t* weights;
  const std::int32_t* biases;
  std::size_t inputs;   ///< a multiple of kLaneInputs
  std::size_t outputs;  ///< a multiple of kLaneOutputs
  /// Where kMultipliesPairs, the same weights in 16 bits by groups of two inputs; else null.
  const std::int16_t* pairs;
};
/// Whether the kernel of this processor wants them: WebAssembly has no products of eight bits that add up in fours.
#if defined(__wasm_simd128__)
inline constexpr bool kMultipliesPairs = true;
#else
inline constexpr bool kMultipliesPairs = false;
#endif

inline constexpr std::size_t kLaneInputs = 64;
inline constexpr std::size_t kLaneOutputs = 16;
inline constexpr std::size_t kMostFirst = 512;
inline constexpr std::size_t kMostSecond = 64;
inline constexpr std::size_t kGroup = 4;

/// A layer of a convolution, packed by tap, then by groups of four inputs, then by output: four weights each.
struct ConvolutionLayer {
  const std::int8_t* weights;
  const std::int32_t* biases;       ///< with the half that rounds the sums' shift already added
  const std::int32_t* multipliers;  ///< one for each output
  std::size_t inputs;               ///< a multiple of kGroup
  std::size_t outputs;              ///< a multiple of kLaneOutputs
};
/// Some places of a grid whose sums are wanted.
struct ConvolutionPlaces {
  const std::uint8_t* activations;  ///< by place, then channel
  const std::uint16_t* places;
  std::size_t count;          ///< at most kPlacesAtOnce
  const std::int32_t* steps;  ///< from a place to each tap, in places
  std::size_t taps;
};
inline constexpr std::size_t kPlacesAtOnce = 6;
inline constexpr std::size_t kMostChannels = 64;

struct Kernel {
  const char* name;
  /// sums[i] += rows added - rows removed, modulo 2^16; `rows` has `width` numbers a row, width a multiple of
  /// kLaneInputs.
  void (*change_sums)(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes);
  /// clipped[i] = sums[i] / 8 held within 0 and 127.
  void (*clip)(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped);
  /// out[j] = bias[j] + sum of clipped[i] * weight[j][i].
  void (*multiply)(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out);
  /// sums[place][output] = bias[output] + the sum over taps and inputs of activation * weight.
  void (*convolve)(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums);
  /// From the sums of one place to activations, and to the residual stream and its activations.
  void (*to_activations)(const ConvolutionLayer& layer, const std::int32_t* sums, std::uint8_t* activations);
  void (*add_to_stream)(const ConvolutionLayer& layer, const std::int32_t* sums, std::int16_t* stream,
                        std::uint8_t* activations);
};

/// The kernels compiled in that this processor can run, the quickest first; the plain one is the last and always there.
/// `count` is set to their number.
const Kernel* const* usable_kernels(std::size_t& count);
/// The first of them.
const Kernel& best_kernel();

namespace {

/// The groups of four inputs in which any is not zero, found without a branch: which ones they are is hard to foresee,
/// and about half are not. Every file compiles its own, for its own processor.
struct LiveGroups {
  std::uint16_t at[kMostFirst / kGroup];
  std::size_t count = 0;

  LiveGroups(const std::uint8_t* clipped, std::size_t inputs) {
    for (std::size_t group = 0; group < inputs / kGroup; ++group) {
      at[count] = static_cast<std::uint16_t>(group);
      count += four(clipped, group) != 0 ? 1 : 0;
    }
  }
  static std::uint32_t four(const std::uint8_t* clipped, std::size_t group) {
    std::uint32_t inputs;
    __builtin_memcpy(&inputs, clipped + group * kGroup, kGroup);
    return inputs;
  }
};

/// The last steps of a convolution: plain loops that each file's compiler turns into its processor's instructions.
[[maybe_unused]] inline std::int32_t scaled_sum(const ConvolutionLayer& layer, const std::int32_t* sums,
                                                std::size_t output) {
  return (sums[output] >> 6) * layer.multipliers[output];
}
[[maybe_unused]] inline std::int32_t held_within(std::int32_t value, std::int32_t least, std::int32_t most) {
  return value < least ? least : value > most ? most : value;
}
[[maybe_unused]] void plain_to_activations(const ConvolutionLayer& layer, const std::int32_t* sums,
                                           std::uint8_t* activations) {
  for (std::size_t i = 0; i < layer.outputs; ++i) {
    activations[i] = static_cast<std::uint8_t>(held_within((scaled_sum(layer, sums, i) + (1 << 12)) >> 13, 0, 127));
  }
}
[[maybe_unused]] void plain_add_to_stream(const ConvolutionLayer& layer, const std::int32_t* sums, std::int16_t* stream,
                                          std::uint8_t* activations) {
  for (std::size_t i = 0; i < layer.outputs; ++i) {
    const std::int32_t change = (scaled_sum(layer, sums, i) + (1 << 9)) >> 10;
    const std::int32_t sum = held_within(stream[i] + change, -32768, 32767);
    stream[i] = static_cast<std::int16_t>(sum);
    activations[i] = static_cast<std::uint8_t>(held_within((sum + 4) >> 3, 0, 127));
  }
}

}  // namespace

// One file each; null where the compiler's target has no such instructions.
extern const Kernel kPlainKernel;
const Kernel* neon_kernel();
const Kernel* neon_dot_kernel();
const Kernel* avx2_kernel();
const Kernel* avx512_vnni_kernel();
const Kernel* wasm_kernel();

}  // namespace partita::nets
