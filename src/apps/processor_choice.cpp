#include "apps/processor_choice.h"

#if defined(__x86_64__) && defined(PARTITA_HAS_LEVELS)

#include <cpuid.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace partita::apps {

namespace {

namespace fs = std::filesystem;

// A program of a level may use every instruction of it, so all that the ABI's document lists are asked for: a virtual
// machine may hide one and show the others. The compilers' own names for whole levels are unknown to clang 14.
bool has_level_3() {
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0) return false;
  if (__builtin_cpu_supports("bmi") == 0 || __builtin_cpu_supports("bmi2") == 0) return false;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & bit_MOVBE) == 0 || (c & bit_F16C) == 0) return false;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

// Not itself under the other name, which would begin again and again.
void become(const fs::path& program, const fs::path& self, char** argv) {
  std::error_code failure;
  if (fs::is_regular_file(program, failure) && !fs::equivalent(program, self, failure)) ::execv(program.c_str(), argv);
}

}  // namespace

void run_best_for_processor(char** argv) {
  constexpr const char* kLevel = "x86-64-v3";
  const char* wish = std::getenv("PARTITA_PROCESSOR");
  if ((wish != nullptr && std::string_view(wish) != kLevel) || !has_level_3()) return;
  std::error_code failure;
  const fs::path self = fs::read_symlink("/proc/self/exe", failure);
  if (!failure) become(self.parent_path().parent_path() / "libexec" / (std::string("partita-") + kLevel), self, argv);
}

}  // namespace partita::apps

#else

namespace partita::apps {

// A program for one level, or for the processor at hand, is what it is.
void run_best_for_processor(char** /*argv*/) {}

}  // namespace partita::apps

#endif
