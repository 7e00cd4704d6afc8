#pragma once

#include "game/profile.h"

namespace partita::games::omega {

/// What is known of Omega besides the rules. Lives as long as the program.
const game::Profile& profile();

}  // namespace partita::games::omega
