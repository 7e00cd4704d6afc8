#pragma once

#include "game/profile.h"

namespace partita::games::hex {

/// What is known of Hex besides the rules. Lives as long as the program.
const game::Profile& profile();

}  // namespace partita::games::hex
