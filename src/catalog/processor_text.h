#pragma once

#include <string>

namespace partita::catalog {

/// The kind of processor the program was compiled for, and the instructions beyond the least of its kind that it uses.
std::string processor_text();
/// The networks' kernels that this processor can run, the one in use first.
std::string kernels_text();

}  // namespace partita::catalog
