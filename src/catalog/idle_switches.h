#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::catalog {

/// Switches that change nothing in this game whatever their value, because it lacks what they rest on
/// (game/refinements.h): static_win_test in a game without threats. Empty for unknown games.
std::vector<std::string> idle_switches(std::string_view game);

}  // namespace partita::catalog
