#pragma once

#include <memory>

#include "catalog/any_engine.h"
#include "catalog/levels.h"

namespace partita::study {

/// An engine that plays on this level. A win it has proven it carries through: from then on it looks closely and takes
/// the best move alone.
std::unique_ptr<catalog::AnyEngine> with_level(std::unique_ptr<catalog::AnyEngine> engine, const catalog::Level& level);

}  // namespace partita::study
