#pragma once

#include <optional>
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
  /// Above level 1, with the half-width of its 95% interval: from data/levels, where the calibration is found.
  std::optional<double> elo;
  std::optional<double> elo_error;
};

/// The levels of a game: the catalog's, where `presets` has them; else the first preset with ever more depth.
std::vector<Level> levels_from(const std::string& game, const std::vector<catalog::PresetEntry>& presets);

}  // namespace partita::server
