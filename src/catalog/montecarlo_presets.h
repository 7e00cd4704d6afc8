#pragma once

#include <string_view>
#include <vector>

#include "catalog/presets.h"

namespace partita::catalog {

/// The Monte-Carlo presets of a game: `uct`, `amaf`, and `partita-mcts` with what matches have shown to be best.
std::vector<Preset> montecarlo_presets(std::string_view game);

}  // namespace partita::catalog
