#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "games/hex/position.h"

/// Stones joined by bridges: two ways to join, of which the other side can take only one.
namespace partita::games::hex {

/// The two empty cells of a bridge.
using CellPair = std::pair<int, int>;

/// The bridges that complete a chain from one of a seat's edges to the other, no two with a cell in common: whoever
/// takes one cell of a pair is answered on the other, so the chain stands whoever is to move.
using BridgeChain = std::vector<CellPair>;
/// A chain of the seat's, the first that a search of bounded length finds.
std::optional<BridgeChain> find_chain(const Position& pos, game::Seat seat);

/// Bridges from the stone on `cell` to other stones of its colour that it does not touch: that stone's cell, the pair.
std::vector<std::pair<int, CellPair>> bridges_from(const Position& pos, int cell);
/// The pair by which a stone on the second row from an edge of its colour reaches that edge.
std::optional<CellPair> bridge_to_edge(const Position& pos, int cell, bool last_edge);

}  // namespace partita::games::hex
