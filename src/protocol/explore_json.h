#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <vector>

#include "catalog/any_position.h"
#include "study/explore.h"

namespace partita::protocol {

/// {"winner", "plies", "exact"}: the seat or -1, plies or null, whether nobody can make it shorter.
boost::json::value proven_to_json(const study::Proven& proven, const catalog::AnyPosition& position);

/// {"proven", "games", "moves": [{"move", "images", "proven", "ends", "nodes_in_vain", "no_win_within", "games",
/// "drawn", "won"}]}: an ExploreReply of the wire schema. `known` is what is proven of the position itself, `games` how
/// many games were looked through.
boost::json::object explored_to_json(const catalog::AnyPosition& position, const std::optional<study::Proven>& known,
                                     const std::vector<study::ExploredMove>& moves, std::size_t games);

}  // namespace partita::protocol
