// Compiled with AVX-512 BW and VNNI (cmake/rooms.cmake); run only where the processor has them.
#include "nets/kernel.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)
#include <immintrin.h>
#endif

namespace partita::nets {

#if defined(__AVX512VNNI__) && defined(__AVX512BW__)

namespace {

__m512i avx512_load(const void* from) { return _mm512_loadu_si512(from); }

/// Sixty-four sums stay in registers while all rows pass.
void change_sums_avx512(std::int16_t* sums, const std::int16_t* rows, std::size_t width, const RowChanges& changes) {
  for (std::size_t first = 0; first < width; first += kLaneInputs) {
    __m512i low = avx512_load(sums + first);
    __m512i high = avx512_load(sums + first + 32);
    for (std::size_t row = 0; row < changes.added_count; ++row) {
      const std::int16_t* from = rows + changes.added[row] * width + first;
      low = _mm512_add_epi16(low, avx512_load(from));
      high = _mm512_add_epi16(high, avx512_load(from + 32));
    }
    for (std::size_t row = 0; row < changes.removed_count; ++row) {
      const std::int16_t* from = rows + changes.removed[row] * width + first;
      low = _mm512_sub_epi16(low, avx512_load(from));
      high = _mm512_sub_epi16(high, avx512_load(from + 32));
    }
    _mm512_storeu_si512(sums + first, low);
    _mm512_storeu_si512(sums + first + 32, high);
  }
}

void clip_avx512(const std::int16_t* sums, std::size_t width, std::uint8_t* clipped) {
  const __m512i none = _mm512_setzero_si512();
  const __m512i most = _mm512_set1_epi16(127);
  for (std::size_t i = 0; i < width; i += 32) {
    const __m512i value = _mm512_srai_epi16(avx512_load(sums + i), 3);
    const __m512i held = _mm512_min_epi16(_mm512_max_epi16(value, none), most);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(clipped + i), _mm512_maskz_cvtepi16_epi8(~__mmask32{0}, held));
  }
}

void multiply_avx512(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  const LiveGroups groups(clipped, layer.inputs);
  for (std::size_t first = 0; first < layer.outputs; first += kLaneOutputs) {
    __m512i sums = avx512_load(layer.biases + first);
    for (std::size_t k = 0; k < groups.count; ++k) {
      const auto inputs = static_cast<std::int32_t>(LiveGroups::four(clipped, groups.at[k]));
      const std::int8_t* weights = layer.weights + (groups.at[k] * layer.outputs + first) * kGroup;
      sums = _mm512_dpbusd_epi32(sums, _mm512_set1_epi32(inputs), avx512_load(weights));
    }
    _mm512_storeu_si512(out + first, sums);
  }
}

/// 16 * kRegisters outputs at kPlaces places: the weights are read once for all of them.
template <std::size_t kPlaces, std::size_t kRegisters>
void convolve_some_avx512(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::size_t from,
                          std::size_t first, std::int32_t* sums) {
  __m512i held[kPlaces][kRegisters];
  for (std::size_t at = 0; at < kPlaces; ++at) {
    for (std::size_t r = 0; r < kRegisters; ++r) held[at][r] = avx512_load(layer.biases + first + 16 * r);
  }
  const std::int8_t* weights = layer.weights + first * kGroup;
  for (std::size_t tap = 0; tap < places.taps; ++tap) {
    const std::uint8_t* in[kPlaces];
    for (std::size_t at = 0; at < kPlaces; ++at)
      in[at] = places.activations + (places.places[from + at] + places.steps[tap]) * layer.inputs;
    for (std::size_t i = 0; i < layer.inputs; i += kGroup, weights += layer.outputs * kGroup) {
      __m512i packed[kRegisters];
      for (std::size_t r = 0; r < kRegisters; ++r) packed[r] = avx512_load(weights + 64 * r);
      for (std::size_t at = 0; at < kPlaces; ++at) {
        const __m512i inputs = _mm512_set1_epi32(static_cast<std::int32_t>(LiveGroups::four(in[at] + i, 0)));
        for (std::size_t r = 0; r < kRegisters; ++r) held[at][r] = _mm512_dpbusd_epi32(held[at][r], inputs, packed[r]);
      }
    }
  }
  for (std::size_t at = 0; at < kPlaces; ++at) {
    for (std::size_t r = 0; r < kRegisters; ++r)
      _mm512_storeu_si512(sums + (from + at) * layer.outputs + first + 16 * r, held[at][r]);
  }
}
template <std::size_t kRegisters>
void convolve_outputs_avx512(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::size_t first,
                             std::int32_t* sums) {
  std::size_t at = 0;
  for (; at + kPlacesAtOnce <= places.count; at += kPlacesAtOnce)
    convolve_some_avx512<kPlacesAtOnce, kRegisters>(layer, places, at, first, sums);
  for (; at < places.count; ++at) convolve_some_avx512<1, kRegisters>(layer, places, at, first, sums);
}

void convolve_avx512(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  std::size_t first = 0;
  for (; first + 2 * kLaneOutputs <= layer.outputs; first += 2 * kLaneOutputs)
    convolve_outputs_avx512<2>(layer, places, first, sums);
  if (first < layer.outputs) convolve_outputs_avx512<1>(layer, places, first, sums);
}

constexpr __mmask16 kAllOutputs = 0xFFFF;

/// Sixteen sums of a place, rounded, times their multipliers.
__m512i scaled_avx512(const ConvolutionLayer& layer, const std::int32_t* sums, std::size_t first) {
  const __m512i rounded = _mm512_maskz_srai_epi32(kAllOutputs, avx512_load(sums + first), 6);
  return _mm512_mullo_epi32(rounded, avx512_load(layer.multipliers + first));
}
void store_activations_avx512(__m512i numbers, std::uint8_t* to) {
  const __m512i positive = _mm512_maskz_max_epi32(kAllOutputs, numbers, _mm512_setzero_si512());
  const __m512i held = _mm512_maskz_min_epi32(kAllOutputs, positive, _mm512_set1_epi32(127));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_maskz_cvtepi32_epi8(kAllOutputs, held));
}

void to_activations_avx512(const ConvolutionLayer& layer, const std::int32_t* sums, std::uint8_t* activations) {
  const __m512i half = _mm512_set1_epi32(1 << 12);
  for (std::size_t i = 0, outputs = layer.outputs; i < outputs; i += kLaneOutputs) {
    const __m512i sum = _mm512_add_epi32(scaled_avx512(layer, sums, i), half);
    store_activations_avx512(_mm512_maskz_srai_epi32(kAllOutputs, sum, 13), activations + i);
  }
}

void add_to_stream_avx512(const ConvolutionLayer& layer, const std::int32_t* sums, std::int16_t* stream,
                          std::uint8_t* activations) {
  const __m512i half = _mm512_set1_epi32(1 << 9);
  for (std::size_t i = 0, outputs = layer.outputs; i < outputs; i += kLaneOutputs) {
    const __m512i sum = _mm512_add_epi32(scaled_avx512(layer, sums, i), half);
    const __m512i change = _mm512_maskz_srai_epi32(kAllOutputs, sum, 10);
    const __m256i before = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(stream + i));
    const __m512i whole = _mm512_add_epi32(_mm512_maskz_cvtepi16_epi32(kAllOutputs, before), change);
    const __m256i after = _mm512_maskz_cvtsepi32_epi16(kAllOutputs, whole);  // held within 16 bits
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(stream + i), after);
    // What did not fit is far beyond 0 and 127 anyway.
    const __m512i rounded = _mm512_add_epi32(whole, _mm512_set1_epi32(4));
    store_activations_avx512(_mm512_maskz_srai_epi32(kAllOutputs, rounded, 3), activations + i);
  }
}

constexpr Kernel kAvx512Kernel = {"avx512-vnni",   change_sums_avx512,    clip_avx512,         multiply_avx512,
                                  convolve_avx512, to_activations_avx512, add_to_stream_avx512};

}  // namespace

const Kernel* avx512_vnni_kernel() { return &kAvx512Kernel; }

#else

const Kernel* avx512_vnni_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
