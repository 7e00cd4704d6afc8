#pragma once

#include <memory>

#include "base/option.h"
#include "catalog/games.h"
#include "nets/network.h"

namespace partita::catalog {

/// The network shipped for a game under these rules (data/networks/GAME-RULES-DIGEST.net), read once and kept; nothing if
/// there is none or if it is damaged. REQUIRES: rules were checked. Any thread.
std::shared_ptr<const nets::Network> shipped_network(const GameEntry& game, const base::OptionValues& rules);

}  // namespace partita::catalog
