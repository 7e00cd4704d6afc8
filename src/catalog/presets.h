#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "game/profile.h"
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
/// How evaluations of the default evaluator turn into chances under these rules (every option with its value).
search::ChanceCurve chance_curve(const game::Profile& profile, const base::OptionValues& rules);

}  // namespace partita::catalog
