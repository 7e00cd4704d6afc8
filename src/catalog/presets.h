#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "search/win_chance.h"

namespace partita::catalog {

/// A named engine configuration: the switches in which it differs from their declared defaults.
struct Preset {
  std::string name;
  std::string help;
  base::OptionValues values;
};

/// Presets of a game, the default first. A game without its own gets the general ones.
const std::vector<Preset>& presets_of(std::string_view game);
/// How evaluations of a game's default evaluator turn into chances. Not yet calibrated from games.
search::ChanceCurve chance_curve_of(std::string_view game);

}  // namespace partita::catalog
