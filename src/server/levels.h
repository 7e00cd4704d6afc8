#pragma once

#include <string>
#include <vector>

#include "catalog/any_engine.h"

namespace partita::server {

/// An engine of a certain strength, as people choose it.
struct Level {
  int level = 1;
  std::string name;
  std::string engine;
  catalog::Limits limits;
};

/// The levels of a game from its presets (the default first): the random preset where there is one, then the default
/// preset with ever more depth and time.
std::vector<Level> levels_from(const std::vector<catalog::PresetEntry>& presets);

}  // namespace partita::server
