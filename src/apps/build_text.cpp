#include "apps/build_text.h"

#include "base/version.h"
#include "catalog/processor_text.h"

namespace partita::apps {

namespace {

std::string compiler_name() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  return "GCC " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
         std::to_string(__GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

}  // namespace

std::string build_text(std::string_view commit) {
  std::string text = "partita " + std::string(base::version());
  text += "\ncommit     " + std::string(commit);
  text += "\ncompiler   " + compiler_name() + ", " + PARTITA_BUILD_KIND;
  text += "\nprocessor  " + catalog::processor_text();
  return text + "\nnetworks   kernel " + catalog::kernels_text();
}

}  // namespace partita::apps
