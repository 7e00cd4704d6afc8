#pragma once

#include <string>
#include <vector>

#include "study/atlas.h"

namespace partita::study {

/// docs/atlas.md: what is proven, counted and listed, of these games.
std::string atlas_page(const std::vector<std::shared_ptr<const Atlas>>& atlases);

}  // namespace partita::study
