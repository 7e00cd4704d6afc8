// Compiled with the dot product instructions of ARMv8.2 (cmake/rooms.cmake); run only where the processor has them.
#include "nets/kernel_neon.h"

#include "nets/kernel.h"

namespace partita::nets {

#if defined(__ARM_FEATURE_DOTPROD)

namespace {

constexpr auto kDotProduct = [](int32x4_t sums, int8x16_t weights, int8x16_t inputs) {
  return vdotq_s32(sums, weights, inputs);
};
void multiply_neon_dot(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  neon_multiply(clipped, layer, out, kDotProduct);
}
void convolve_neon_dot(const ConvolutionLayer& layer, const ConvolutionPlaces& places, std::int32_t* sums) {
  neon_convolve(layer, places, sums, kDotProduct);
}

constexpr Kernel kNeonDotKernel = {"neon-dot",        neon_change_sums,     neon_clip,          multiply_neon_dot,
                                   convolve_neon_dot, plain_to_activations, plain_add_to_stream};

}  // namespace

const Kernel* neon_dot_kernel() { return &kNeonDotKernel; }

#else

const Kernel* neon_dot_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
