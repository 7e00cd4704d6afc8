#pragma once

#include <vector>

#include "catalog/presets.h"

/// The reports' engines, one file per game, each named after its author and what distinguishes it.
namespace partita::catalog {

std::vector<Preset> andantino_presets();
std::vector<Preset> omega_presets();
std::vector<Preset> tafl_presets();

/// The default engine's switches where they differ from the declared defaults.
base::OptionValues partita_switches(std::string_view game);
/// The same with whatever evaluator the game lists first, written by hand.
base::OptionValues classic_switches(std::string_view game);
/// Every switch that a report would have to mention, off: what the reports' presets start from.
base::OptionValues bare_switches();
/// `values` with `changes` on top.
base::OptionValues with(base::OptionValues values, const base::OptionValues& changes);

}  // namespace partita::catalog
