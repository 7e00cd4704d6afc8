#pragma once

#include <memory>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "game/concept.h"

namespace partita::catalog {

/// An engine with a preset's values as defaults; an unknown preset or a bad switch is an error. Defined in
/// catalog/erased_engine.h and compiled once per game, in catalog/engine_<game>.cpp.
template <game::Game G>
base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine(const EngineSpec& spec);

}  // namespace partita::catalog
