#include "nets/kernel_neon.h"

#include "nets/kernel.h"

namespace partita::nets {

#if defined(__ARM_NEON) && defined(__aarch64__)

namespace {

void multiply_neon(const std::uint8_t* clipped, const PackedLayer& layer, std::int32_t* out) {
  neon_multiply(clipped, layer, out, [](int32x4_t sums, int8x16_t weights, int8x16_t inputs) {
    const int16x8_t low = vmull_s8(vget_low_s8(weights), vget_low_s8(inputs));
    const int16x8_t high = vmull_high_s8(weights, inputs);
    return vaddq_s32(sums, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
  });
}

constexpr Kernel kNeonKernel = {"neon", neon_change_sums, neon_clip, multiply_neon};

}  // namespace

const Kernel* neon_kernel() { return &kNeonKernel; }

#else

const Kernel* neon_kernel() { return nullptr; }

#endif

}  // namespace partita::nets
