// Compiled with AVX2 (cmake/rooms.cmake); run only where the processor has it.
#include "nets/kernel.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace partita::nets {

#if defined(__AVX2__)

namespace {

__m256i avx2_load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
void avx2_store(void* to, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }

/// Sixty-four sums stay in registers while all rows pass.
void change_sums_avx2(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes) {
  constexpr std::size_t kRegisters = kLaneInputs / 16;
  for (std::size_t first = 0; first < width; first += kLaneInputs) {
    __m256i held[kRegisters];
    for (std::size_t i = 0; i < kRegisters; ++i) held[i] = avx2_load(sums + first + 16 * i);
    for (std::size_t row = 0; row < changes.added_count; ++row) {
      const std::int16_t* from = rows + changes.added[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = _mm256_add_epi16(held[i], avx2_load(from + 16 * i));
    }
    for (std::size_t row = 0; row < changes.removed_count; ++row) {
      const std::int16_t* from = rows + changes.removed[row] * width + first;
      for (std::size_t i = 0; i < kRegisters; ++i) held[i] = _mm256_sub_epi16(held[i], avx2_load(from + 16 * i));
    }
    for (std::size_t i = 0; i < kRegisters; ++i) avx2_store(sums + first + 16 * i, held[i]);
  }
}

void clip_avx2(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped) {
  const __m256i most = _mm256_set1_epi8(127);
  for (std::size_t i = 0; i < width; i += 32) {
    const __m256i low = _mm256_srai_epi16(avx2_load(sums + i), 3);
    const __m256i high = _mm256_srai_epi16(avx2_load(sums + i + 16), 3);
    // Packing saturates at 0 and 255 and works on halves: the middle quarters are exchanged back.
    const __m256i packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(low, high), 0xD8);
    avx2_store(clipped + i, _mm256_min_epu8(packed, most));
  }
}

void multiply_avx2(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  const __m256i ones = _mm256_set1_epi16(1);
  const LiveGroups groups(clipped, layer.inputs);
  for (std::size_t first = 0; first < layer.outputs; first += kLaneOutputs) {
    __m256i sums[2] = {avx2_load(layer.biases + first), avx2_load(layer.biases + first + 8)};
    for (std::size_t k = 0; k < groups.count; ++k) {
      const __m256i inputs = _mm256_set1_epi32(static_cast<std::int32_t>(LiveGroups::four(clipped, groups.at[k])));
      const std::int8_t* weights = layer.weights + (groups.at[k] * layer.outputs + first) * kGroup;
      for (std::size_t i = 0; i < 2; ++i) {
        // Two products of at most 127 * 128 fit sixteen bits: nothing saturates.
        const __m256i pairs = _mm256_maddubs_epi16(inputs, avx2_load(weights + 32 * i));
        sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(pairs, ones));
      }
    }
    avx2_store(out + first, sums[0]);
    avx2_store(out + first + 8, sums[1]);
  }
}

/// Sixteen outputs at kPlaces places: the weights are read once for all of them.
template <std::size_t kPlaces>
void convolve_some_avx2(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::size_t from,
                        std::size_t first, std::int32_t* sums) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i held[kPlaces][2];
  for (std::size_t at = 0; at < kPlaces; ++at) {
    held[at][0] = avx2_load(layer.biases + first);
    held[at][1] = avx2_load(layer.biases + first + 8);
  }
  const std::int8_t* weights = layer.weights + first * kGroup;
  for (std::size_t tap = 0; tap < places.taps; ++tap) {
    const std::uint8_t* in[kPlaces];
    for (std::size_t at = 0; at < kPlaces; ++at)
      in[at] = places.activations + (places.places[from + at] + places.steps[tap]) * layer.inputs;
    for (std::size_t i = 0; i < layer.inputs; i += kGroup, weights += layer.outputs * kGroup) {
      const __m256i low = avx2_load(weights);
      const __m256i high = avx2_load(weights + 32);
      for (std::size_t at = 0; at < kPlaces; ++at) {
        const __m256i inputs = _mm256_set1_epi32(static_cast<std::int32_t>(LiveGroups::four(in[at] + i, 0)));
        held[at][0] = _mm256_add_epi32(held[at][0], _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, low), ones));
        held[at][1] = _mm256_add_epi32(held[at][1], _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, high), ones));
      }
    }
  }
  for (std::size_t at = 0; at < kPlaces; ++at) {
    avx2_store(sums + (from + at) * layer.outputs + first, held[at][0]);
    avx2_store(sums + (from + at) * layer.outputs + first + 8, held[at][1]);
  }
}

void convolve_avx2(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  for (std::size_t first = 0; first < layer.outputs; first += kLaneOutputs) {
    std::size_t at = 0;
    for (; at + 3 <= places.count; at += 3) convolve_some_avx2<3>(layer, places, at, first, sums);
    for (; at < places.count; ++at) convolve_some_avx2<1>(layer, places, at, first, sums);
  }
}

/// Eight sums of a place, rounded, times their multipliers.
__m256i scaled_avx2(const ConvolutionLayer& layer, const std::int32_t* sums, std::size_t first) {
  return _mm256_mullo_epi32(_mm256_srai_epi32(avx2_load(sums + first), 6), avx2_load(layer.multipliers + first));
}
/// Sixteen numbers in order, held within 16 bits. Packing works on halves: the middle quarters are exchanged back.
__m256i packed_avx2(__m256i low, __m256i high) { return _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8); }
/// Sixteen numbers held within 0 and 127, as bytes.
void store_activations_avx2(__m256i numbers, std::uint8_t* to) {
  const __m256i held = _mm256_min_epi16(numbers, _mm256_set1_epi16(127));
  const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(held), _mm256_extracti128_si256(held, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
}

void to_activations_avx2(const ConvolutionLayer& layer, const std::int32_t* sums, std::uint8_t* activations) {
  const __m256i half = _mm256_set1_epi32(1 << 12);
  const auto part = [&](std::size_t first) {
    return _mm256_srai_epi32(_mm256_add_epi32(scaled_avx2(layer, sums, first), half), 13);
  };
  for (std::size_t i = 0, outputs = layer.outputs; i < outputs; i += kLaneOutputs)
    store_activations_avx2(packed_avx2(part(i), part(i + 8)), activations + i);
}

void add_to_stream_avx2(const ConvolutionLayer& layer, const std::int32_t* sums, std::int16_t* stream,
                        std::uint8_t* activations) {
  const __m256i half = _mm256_set1_epi32(1 << 9);
  const auto part = [&](std::size_t first) {
    const __m256i change = _mm256_srai_epi32(_mm256_add_epi32(scaled_avx2(layer, sums, first), half), 10);
    const __m128i before = _mm_loadu_si128(reinterpret_cast<const __m128i*>(stream + first));
    return _mm256_add_epi32(_mm256_cvtepi16_epi32(before), change);
  };
  for (std::size_t i = 0, outputs = layer.outputs; i < outputs; i += kLaneOutputs) {
    const __m256i after = packed_avx2(part(i), part(i + 8));
    avx2_store(stream + i, after);
    // What saturates here is far above 127 anyway.
    store_activations_avx2(_mm256_srai_epi16(_mm256_adds_epi16(after, _mm256_set1_epi16(4)), 3), activations + i);
  }
}

constexpr Kernel kAvx2Kernel = {"avx2",        change_sums_avx2,    clip_avx2,         multiply_avx2,
                                convolve_avx2, to_activations_avx2, add_to_stream_avx2};

}  // namespace

const Kernel* avx2_kernel() { return &kAvx2Kernel; }

#else

const Kernel* avx2_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
