#include <fstream>
#include <sstream>

#include "base/text.h"
#include "study/certificate_file.h"

// There is no zstd for WebAssembly: the worker unpacks the shipped strategies before the engine sees them.

namespace partita::study {

base::Parsed<std::string> read_certificate_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return base::Error{"cannot read " + base::quoted(path)};
  return text.str();
}

base::Parsed<base::Done> write_certificate_file(const std::string& path, std::string_view) {
  return base::Error{"cannot write " + base::quoted(path)};
}

}  // namespace partita::study
