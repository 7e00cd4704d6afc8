#pragma once

#include <memory>
#include <string_view>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/presets.h"

namespace partita::study {

/// An engine as people and protocols get it: the catalog's search with its level's errors, the solver that works beside
/// it and the shipped strategy that answers before it, wherever its preset has them. Unknown presets and bad switches
/// are errors.
base::Parsed<std::unique_ptr<catalog::AnyEngine>> make_engine(std::string_view game, const base::OptionValues& rules,
                                                              const catalog::EngineSpec& spec);

/// An engine that plays on this level. A win it has proven it carries through: from then on it looks closely and takes
/// the best move alone.
std::unique_ptr<catalog::AnyEngine> with_level(std::unique_ptr<catalog::AnyEngine> engine, const catalog::Level& level);

// ---- engines helped by proofs

/// The switch that says when a solver works beside the engine, on a thread of its own.
inline constexpr std::string_view kProofSwitch = "proof_thread";
/// Its declaration for a preset: "auto" for this project's own engines, "off" for those of the reports.
base::OptionSpec proof_switch(std::string_view preset);

/// An engine whose lines and result a solver overrules when it has proven the position. With "auto" it helps in
/// searches for analysis that are not bound to a depth or a number of nodes: those must come out the same every time.
/// REQUIRES: has_solver(game), and `use` is one of the switch's values.
std::unique_ptr<catalog::AnyEngine> with_solver(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                std::string_view use);

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

/// The preset that plays what is proven and like the default engine elsewhere.
inline constexpr std::string_view kPerfectPreset = "perfect";

/// Lets what is known answer before the engine is asked. A won position is won from the strategies, the replies beside
/// the atlas, the atlas, or a proof of its own for which it takes a part of its time; in a lost one it plays the move
/// after which a win takes longest, as far as a search can tell. REQUIRES: the game has a solver.
std::unique_ptr<catalog::AnyEngine> with_perfect_play(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                      const base::OptionValues& rules);

}  // namespace partita::study
