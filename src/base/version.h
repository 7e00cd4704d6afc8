#pragma once

namespace partita::base {

/// The version of the project that CMakeLists.txt names, as in "0.2.0".
const char* version();

}  // namespace partita::base
