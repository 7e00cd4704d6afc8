#pragma once

#include <memory>
#include <string_view>

#include "base/option.h"
#include "catalog/any_engine.h"

namespace partita::study {

/// The preset that plays what is proven and like the default engine elsewhere.
inline constexpr std::string_view kPerfectPreset = "perfect";

/// Lets what is known answer before the engine is asked. A won position is won from the strategies, the replies beside
/// the atlas, the atlas, or a proof of its own for which it takes a part of its time; in a lost one it plays the move
/// after which a win takes longest, as far as a search can tell. REQUIRES: the game has a solver.
std::unique_ptr<catalog::AnyEngine> with_perfect_play(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                      const base::OptionValues& rules);

}  // namespace partita::study
