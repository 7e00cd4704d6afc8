#pragma once

#include "game/profile.h"

namespace partita::games::andantino {

/// What is known of Andantino besides the rules. Lives as long as the program.
const game::Profile& profile();

}  // namespace partita::games::andantino
