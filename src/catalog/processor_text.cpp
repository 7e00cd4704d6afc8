#include "catalog/processor_text.h"

#include <string_view>
#include <vector>

#include "base/text.h"
#include "nets/kernel.h"

namespace partita::catalog {

namespace {

/// The kind of processor, on x86-64 with the level that its ABI's document gives a set of instructions.
constexpr std::string_view processor_kind() {
#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__BMI2__)
  return "x86-64-v4";
#elif defined(__AVX2__) && defined(__BMI2__) && defined(__LZCNT__)
  return "x86-64-v3";
#elif defined(__SSE4_2__) && defined(__POPCNT__)
  return "x86-64-v2";
#elif defined(__x86_64__)
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#elif defined(__wasm__)
  return "WebAssembly";
#else
  return "another processor";
#endif
}

/// The instructions beyond the least processor of the kind that the compiler was allowed, those that matter here.
std::vector<std::string> compiled_features() {
  std::vector<std::string> names;
#if defined(__POPCNT__)
  names.emplace_back("popcnt");
#endif
#if defined(__LZCNT__)
  names.emplace_back("lzcnt");
#endif
#if defined(__BMI2__)
  names.emplace_back("bmi2");
#endif
#if defined(__AVX2__)
  names.emplace_back("avx2");
#endif
#if defined(__AVX512BW__)
  names.emplace_back("avx512bw");
#endif
#if defined(__AVX512VNNI__)
  names.emplace_back("avx512vnni");
#endif
#if defined(__aarch64__) && defined(__ARM_NEON)
  names.emplace_back("neon");
#endif
#if defined(__ARM_FEATURE_ATOMICS)
  names.emplace_back("atomics");
#endif
#if defined(__ARM_FEATURE_DOTPROD)
  names.emplace_back("dotprod");
#endif
#if defined(__ARM_FEATURE_MATMUL_INT8)
  names.emplace_back("i8mm");
#endif
#if defined(__ARM_FEATURE_SVE)
  names.emplace_back("sve");
#endif
#if defined(__wasm_simd128__)
  names.emplace_back("simd128");
#endif
#if defined(PARTITA_WITHOUT_THREADS)
  names.emplace_back("without threads");
#endif
  return names;
}

}  // namespace

std::string processor_text() {
  const std::vector<std::string> features = compiled_features();
  std::string text(processor_kind());
  if (!features.empty()) text += ": " + base::join(features, " ");
  return text;
}

std::string kernels_text() {
  std::size_t count = 0;
  const nets::Kernel* const* kernels = nets::usable_kernels(count);
  std::string text = kernels[0]->name;
  for (std::size_t i = 1; i < count; ++i) text += (i == 1 ? " (also here: " : ", ") + std::string(kernels[i]->name);
  return text + (count > 1 ? ")" : "");
}

}  // namespace partita::catalog
