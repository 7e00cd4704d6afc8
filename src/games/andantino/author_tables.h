#pragma once

#include <vector>

#include "game/profile.h"

namespace partita::games::andantino {

/// The tables of the three authors' programs that the profile offers.
std::vector<game::AuthorTable> author_tables();

}  // namespace partita::games::andantino
