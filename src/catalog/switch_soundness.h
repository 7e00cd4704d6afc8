#pragma once

#include <string_view>

namespace partita::catalog {

/// Whether flipping the engine's switch of this name may change what a search to a fixed depth does: tables, ordering,
/// pruning and extensions, but not limits, clocks or seeds.
bool is_about_values(std::string_view name);

}  // namespace partita::catalog
