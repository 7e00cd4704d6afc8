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

struct Kernel {
  const char* name;
  /// sums[i] += rows added - rows removed, modulo 2^16; `rows` has `width` numbers a row, width a multiple of
  /// kLaneInputs.
  void (*change_sums)(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes);
  /// clipped[i] = sums[i] / 8 held within 0 and 127.
  void (*clip)(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped);
  /// out[j] = bias[j] + sum of clipped[i] * weight[j][i].
  void (*multiply)(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out);
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

}  // namespace

// One file each; null where the compiler's target has no such instructions.
extern const Kernel kPlainKernel;
const Kernel* neon_kernel();
const Kernel* neon_dot_kernel();
const Kernel* avx2_kernel();
const Kernel* avx512_vnni_kernel();
const Kernel* wasm_kernel();

}  // namespace partita::nets
