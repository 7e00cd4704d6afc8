#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/omega/position.h"

namespace partita::games::omega {

/// Planes of a network's inputs for one colour, a word of cells each: its stones by the size of their group, and the
/// free cells by the group that its stone would make there and by how many groups it would join. Stones alone would
/// leave the counting of groups to the network.
enum class Plane : std::uint8_t {
  kStones = 0,       ///< of a group of 1, 2, 3, 4, and 5 or more
  kMakes = 5,        ///< free, and a stone would stand in a group of 1, 2, 3, 4, and 5 or more
  kJoinsTwo = 10,    ///< free, and a stone would join two groups or more
  kJoinsThree = 11,  ///< three
};
inline constexpr std::size_t kPlanesOfColour = 12;
inline constexpr int kNetPlayers = 2;
/// A plane is one word, so larger boards have no networks.
inline constexpr int kLargestNetSide = 5;
static_assert(board::hex_cell_count(kLargestNetSide) <= 64);
inline constexpr std::size_t kNetInputs = kNetPlayers * kPlanesOfColour * 64;
/// Who moves, and whether with the own stone still to place or with the other's alone.
inline constexpr std::size_t kNetHeads = 4;
/// Names this choice in a network's header, so that another one is never fed to it.
inline constexpr std::string_view kInputsName = "omega-groups-24";

using NetInputs = std::array<std::uint64_t, kNetInputs / 64>;

bool has_net_inputs(const Rules& rules);
/// Empty under rules that have none.
NetInputs net_inputs(const Position& pos);
int net_head(const Position& pos);

}  // namespace partita::games::omega
