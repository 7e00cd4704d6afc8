#pragma once

#include "base/random.h"
#include "catalog/any_position.h"

namespace partita::learn {

/// `plies` random plies from the start, whole turns; tried anew until the game is not over in them.
catalog::AnyPosition random_opening(const catalog::AnyPosition& start, int plies, base::Random& random);

}  // namespace partita::learn
