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

}  // namespace partita::study
