#pragma once

#include <memory>
#include <string>

#include "base/option.h"
#include "catalog/games.h"
#include "nets/convolution.h"
#include "nets/network.h"
#include "search/win_chance.h"

namespace partita::catalog {

/// The network shipped for a game under these rules (data/networks/GAME-RULES-DIGEST.net), read once and kept; nothing
/// if there is none or if it is damaged. REQUIRES: rules were checked. Any thread.
std::shared_ptr<const nets::Network> shipped_network(const GameEntry& game, const base::OptionValues& rules);

/// The policy network shipped for a game under these rules (data/networks/GAME-INPUTS-DIGEST.net), likewise.
std::shared_ptr<const nets::ConvolutionNetwork> shipped_policy_network(const GameEntry& game,
                                                                       const base::OptionValues& rules);

/// The first file that lies there for these rules and cannot be used: its name and why. Empty if there is none.
std::string refused_policy_network(std::string_view game, const base::OptionValues& rules);

/// How a network's values turn into chances: it was trained to predict the share of the point, in its own unit.
search::ChanceCurve network_curve(const nets::Network& network);

}  // namespace partita::catalog
