#pragma once

#include <memory>
#include <string_view>

#include "catalog/any_engine.h"

namespace partita::study {

/// The switch that lets an engine look up what is proven before it searches, as chess engines do with endgame tables.
inline constexpr std::string_view kKnownProofsSwitch = "known_proofs";
/// Its declaration: off, so that matches and measurements are the search's own.
base::OptionSpec known_proofs_switch();

/// A spec for people who analyse or play by hand: what is proven is looked up unless the spec says otherwise. Games
/// without proofs, the engines of the reports and levels are left as they are.
catalog::EngineSpec with_known_proofs(std::string_view game, catalog::EngineSpec spec);

/// An engine that answers from the shipped strategies and the atlas where they reach; an analysis goes on beside them,
/// for other lines and shorter wins. A clock gives them two fifths of a turn. LineReport::known_hits counts what was
/// found. REQUIRES: has_solver(game), and `use` is "on" or "off".
std::unique_ptr<catalog::AnyEngine> with_proofs_first(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                      const base::OptionValues& rules, std::string_view use);

}  // namespace partita::study
