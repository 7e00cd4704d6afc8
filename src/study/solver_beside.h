#pragma once

#include <memory>
#include <string_view>

#include "catalog/any_engine.h"

namespace partita::study {

/// The switch that says when a solver works beside the engine, on a thread of its own.
inline constexpr std::string_view kProofSwitch = "proof_thread";
/// Its declaration for a preset: "auto" for this project's own engines, "off" for those of the reports.
base::OptionSpec proof_switch(std::string_view preset);

/// An engine whose lines and result a solver overrules when it has proven the position. With "auto" it helps in
/// searches for analysis that are not bound to a depth or a number of nodes: those must come out the same every time.
/// REQUIRES: has_solver(game), and `use` is one of the switch's values.
std::unique_ptr<catalog::AnyEngine> with_solver(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                std::string_view use);

}  // namespace partita::study
