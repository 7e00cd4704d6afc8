#include "nets/kernel_neon.h"

#include "nets/kernel.h"

namespace partita::nets {

#if defined(__ARM_NEON) && defined(__aarch64__)

namespace {

constexpr auto kDotNeon = [](int32x4_t sums, int8x16_t weights, int8x16_t inputs) {
  const int16x8_t low = vmull_s8(vget_low_s8(weights), vget_low_s8(inputs));
  const int16x8_t high = vmull_high_s8(weights, inputs);
  // Two products of at most 127 * 128 fit sixteen bits.
  return vpadalq_s16(sums, vpaddq_s16(low, high));
};
void multiply_neon(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  neon_multiply(clipped, layer, out, kDotNeon);
}
void convolve_neon(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  neon_convolve(layer, places, sums, kDotNeon);
}

constexpr Kernel kNeonKernel = {"neon",        neon_change_sums,     neon_clip,          multiply_neon,
                                convolve_neon, plain_to_activations, plain_add_to_stream};

}  // namespace

const Kernel* neon_kernel() { return &kNeonKernel; }

#else

const Kernel* neon_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
