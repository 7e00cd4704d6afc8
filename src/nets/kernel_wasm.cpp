#include "nets/kernel.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace partita::nets {

#if defined(__wasm_simd128__)

namespace {

/// Sixty-four sums stay in registers while all rows pass.
void change_sums_wasm(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes) {
  constexpr std::size_t kRegisters = kLaneInputs / 8;
  for (std::size_t first = 0; first < width; first += kLaneInputs) {
    v128_t held[kRegisters];
    for (std::size_t i = 0; i < kRegisters; ++i) held[i] = wasm_v128_load(sums + first + 8 * i);
    for (std::size_t row = 0; row < changes.added_count; ++row) {
      const std::int16_t* from = rows + changes.added[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = wasm_i16x8_add(held[i], wasm_v128_load(from + 8 * i));
    }
    for (std::size_t row = 0; row < changes.removed_count; ++row) {
      const std::int16_t* from = rows + changes.removed[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = wasm_i16x8_sub(held[i], wasm_v128_load(from + 8 * i));
    }
    for (std::size_t i = 0; i < kRegisters; ++i) wasm_v128_store(sums + first + 8 * i, held[i]);
  }
}

void clip_wasm(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped) {
  const v128_t most = wasm_i8x16_splat(127);
  for (std::size_t i = 0; i < width; i += 16) {
    const v128_t low = wasm_i16x8_shr(wasm_v128_load(sums + i), 3);
    const v128_t high = wasm_i16x8_shr(wasm_v128_load(sums + i + 8), 3);
    wasm_v128_store(clipped + i, wasm_u8x16_min(wasm_u8x16_narrow_i16x8(low, high), most));
  }
}

/// Weights are widened as they are loaded, so that one instruction multiplies eight and adds them up in pairs: two sums
/// an output, brought together once at the end.
void multiply_wasm(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  constexpr std::size_t kRegisters = kLaneOutputs / 2;
  const LiveGroups groups(clipped, layer.inputs);
  for (std::size_t first = 0; first < layer.outputs; first += kLaneOutputs) {
    v128_t sums[kRegisters] = {};
    for (std::size_t k = 0; k < groups.count; ++k) {
      const v128_t four = wasm_i32x4_splat(static_cast<std::int32_t>(LiveGroups::four(clipped, groups.at[k])));
      const v128_t inputs = wasm_u16x8_extend_low_u8x16(four);
      const std::int8_t* weights = layer.weights + (groups.at[k] * layer.outputs + first) * kGroup;
      for (std::size_t i = 0; i < kRegisters; ++i)
        sums[i] = wasm_i32x4_add(sums[i], wasm_i32x4_dot_i16x8(inputs, wasm_i16x8_load8x8(weights + 8 * i)));
    }
    for (std::size_t i = 0; i < kRegisters; i += 2) {
      const v128_t even = wasm_i32x4_shuffle(sums[i], sums[i + 1], 0, 2, 4, 6);
      const v128_t odd = wasm_i32x4_shuffle(sums[i], sums[i + 1], 1, 3, 5, 7);
      const v128_t biases = wasm_v128_load(layer.biases + first + 2 * i);
      wasm_v128_store(out + first + 2 * i, wasm_i32x4_add(biases, wasm_i32x4_add(even, odd)));
    }
  }
}

constexpr Kernel kWasmKernel = {"wasm-simd", change_sums_wasm, clip_wasm, multiply_wasm};

}  // namespace

const Kernel* wasm_kernel() { return &kWasmKernel; }

#else

const Kernel* wasm_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
