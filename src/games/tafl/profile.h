#pragma once

#include "game/profile.h"

namespace partita::games::tafl {

/// What is known of the tafl games besides the rules. Lives as long as the program.
const game::Profile& profile();

}  // namespace partita::games::tafl
