#pragma once

#include <cstdint>

#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::learn {

/// `plies` random plies from the start, whole turns; tried anew until the game is not over in them.
catalog::AnyPosition random_opening(const catalog::AnyPosition& start, int plies, base::Random& random);

/// Whether a search of so many nodes values the opening no more than `most` for either side and proves nothing; `most`
/// 0: any opening. Many games of the house favour one side, and then most openings decide nothing.
bool is_balanced(const catalog::AnyPosition& opening, catalog::AnyEngine& judge, std::int64_t most,
                 std::uint64_t nodes);

}  // namespace partita::learn
