#include "nets/kernel.h"

#include <array>

#if defined(__linux__) && defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace partita::nets {

namespace {

#if defined(__x86_64__)
bool has_avx2() { return __builtin_cpu_supports("avx2"); }
bool has_avx512_vnni() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vnni");
}
bool has_neon_dot() { return false; }
#elif defined(__linux__) && defined(__aarch64__)
bool has_avx2() { return false; }
bool has_avx512_vnni() { return false; }
bool has_neon_dot() {
  constexpr unsigned long kDotProducts = 1UL << 20;  // HWCAP_ASIMDDP
  return (getauxval(AT_HWCAP) & kDotProducts) != 0;
}
#else
bool has_avx2() { return false; }
bool has_avx512_vnni() { return false; }
bool has_neon_dot() { return false; }
#endif

struct KernelList {
  std::array<const Kernel*, 6> kernels{};
  std::size_t count = 0;
  void add(const Kernel* kernel, bool is_usable) {
    if (kernel != nullptr && is_usable) kernels[count++] = kernel;
  }
};

KernelList find_kernels() {
  KernelList list;
  list.add(avx512_vnni_kernel(), has_avx512_vnni());
  list.add(avx2_kernel(), has_avx2());
  list.add(neon_dot_kernel(), has_neon_dot());
  list.add(neon_kernel(), true);
  list.add(wasm_kernel(), true);
  list.add(&kPlainKernel, true);
  return list;
}

const KernelList& known_kernels() {
  static const KernelList list = find_kernels();
  return list;
}

}  // namespace

const Kernel* const* usable_kernels(std::size_t& count) {
  count = known_kernels().count;
  return known_kernels().kernels.data();
}

const Kernel& best_kernel() { return *known_kernels().kernels.front(); }

}  // namespace partita::nets
