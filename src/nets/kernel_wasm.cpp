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

/// For every pattern of eight, where its ones are.
struct PlacesOfOnes {
  std::uint8_t of[256][8] = {};

  constexpr PlacesOfOnes() {
    for (unsigned pattern = 0; pattern < 256; ++pattern) {
      std::size_t count = 0;
      for (std::uint8_t bit = 0; bit < 8; ++bit) {
        if ((pattern >> bit & 1) != 0) of[pattern][count++] = bit;
      }
    }
  }
};
constexpr PlacesOfOnes kPlacesOfOnes;

/// The pairs of inputs in which any is not zero, eight looked at together.
struct LivePairs {
  std::uint16_t at[kMostFirst / 2 + 8];
  std::size_t count = 0;

  LivePairs(const std::uint8_t* clipped, std::size_t inputs) {
    for (std::size_t pair = 0; pair < inputs / 2; pair += 8) {
      const v128_t live = wasm_i16x8_ne(wasm_v128_load(clipped + 2 * pair), wasm_i16x8_const_splat(0));
      const auto pattern = static_cast<unsigned>(wasm_i16x8_bitmask(live));
      const v128_t places = wasm_u16x8_load8x8(kPlacesOfOnes.of[pattern]);
      wasm_v128_store(at + count, wasm_i16x8_add(places, wasm_i16x8_splat(static_cast<std::int16_t>(pair))));
      count += static_cast<std::size_t>(__builtin_popcount(pattern));
    }
  }
};

/// One instruction multiplies two inputs by the weights of four outputs and adds the two products up.
template <std::size_t kRegisters>
void multiply_some(const std::uint8_t* clipped, const LivePairs& live, const PackedLayer& layer, std::size_t first,
                   std::int32_t* out) {
  v128_t sums[kRegisters];
  for (std::size_t i = 0; i < kRegisters; ++i) sums[i] = wasm_v128_load(layer.biases + first + 4 * i);
  for (std::size_t k = 0; k < live.count; ++k) {
    const std::size_t pair = live.at[k];
    const v128_t inputs = wasm_u16x8_extend_low_u8x16(wasm_v128_load16_splat(clipped + 2 * pair));
    const std::int16_t* weights = layer.pairs + (pair * layer.outputs + first) * 2;
    for (std::size_t i = 0; i < kRegisters; ++i)
      sums[i] = wasm_i32x4_add(sums[i], wasm_i32x4_dot_i16x8(inputs, wasm_v128_load(weights + 8 * i)));
  }
  for (std::size_t i = 0; i < kRegisters; ++i) wasm_v128_store(out + first + 4 * i, sums[i]);
}

void multiply_wasm(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  const LivePairs live(clipped, layer.inputs);
  std::size_t first = 0;
  for (; first + 2 * kLaneOutputs <= layer.outputs; first += 2 * kLaneOutputs)
    multiply_some<2 * kLaneOutputs / 4>(clipped, live, layer, first, out);
  if (first < layer.outputs) multiply_some<kLaneOutputs / 4>(clipped, live, layer, first, out);
}

constexpr Kernel kWasmKernel = {"wasm-simd", change_sums_wasm, clip_wasm, multiply_wasm};

}  // namespace

const Kernel* wasm_kernel() { return &kWasmKernel; }

#else

const Kernel* wasm_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
