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

/// Eight outputs at two places. An instruction adds up products of two inputs: every output has two sums until the end.
void convolve_pair_wasm(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::size_t from,
                        std::size_t second, std::size_t first, std::int32_t* sums) {
  v128_t held[2][4];
  for (auto& place : held) {
    for (v128_t& sum : place) sum = wasm_i32x4_splat(0);
  }
  const std::int8_t* weights = layer.weights + first * kGroup;
  for (std::size_t tap = 0; tap < places.taps; ++tap) {
    const std::uint8_t* in[2] = {places.activations + (places.places[from] + places.steps[tap]) * layer.inputs,
                                 places.activations + (places.places[second] + places.steps[tap]) * layer.inputs};
    for (std::size_t i = 0; i < layer.inputs; i += kGroup, weights += layer.outputs * kGroup) {
      const v128_t low = wasm_v128_load(weights);
      const v128_t high = wasm_v128_load(weights + 16);
      const v128_t wide[4] = {wasm_i16x8_extend_low_i8x16(low), wasm_i16x8_extend_high_i8x16(low),
                              wasm_i16x8_extend_low_i8x16(high), wasm_i16x8_extend_high_i8x16(high)};
      for (std::size_t at = 0; at < 2; ++at) {
        const v128_t inputs = wasm_u16x8_extend_low_u8x16(wasm_v128_load32_splat(in[at] + i));
        for (std::size_t r = 0; r < 4; ++r)
          held[at][r] = wasm_i32x4_add(held[at][r], wasm_i32x4_dot_i16x8(inputs, wide[r]));
      }
    }
  }
  const std::size_t where[2] = {from, second};
  for (std::size_t at = 0; at < 2; ++at) {
    for (std::size_t half = 0; half < 2; ++half) {
      const v128_t a = held[at][2 * half];
      const v128_t b = held[at][2 * half + 1];
      const v128_t even = wasm_i32x4_shuffle(a, b, 0, 2, 4, 6);
      const v128_t odd = wasm_i32x4_shuffle(a, b, 1, 3, 5, 7);
      const v128_t bias = wasm_v128_load(layer.biases + first + 4 * half);
      wasm_v128_store(sums + where[at] * layer.outputs + first + 4 * half,
                      wasm_i32x4_add(bias, wasm_i32x4_add(even, odd)));
    }
  }
}

void convolve_wasm(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  for (std::size_t first = 0; first < layer.outputs; first += 8) {
    for (std::size_t at = 0; at < places.count; at += 2)
      convolve_pair_wasm(layer, places, at, at + 1 < places.count ? at + 1 : at, first, sums);
  }
}

constexpr Kernel kWasmKernel = {"wasm-simd",   change_sums_wasm,     clip_wasm,          multiply_wasm,
                                convolve_wasm, plain_to_activations, plain_add_to_stream};

}  // namespace

const Kernel* wasm_kernel() { return &kWasmKernel; }

#else

const Kernel* wasm_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
