#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "games/tafl/position.h"

namespace partita::games::tafl {

/// What a network sees: seven sets of squares from nobody's view, two words each, with the grid's own numbers. Pieces
/// alone would leave all tactics to the network; the other sets are what the rules compute anyway.
enum class Plane : std::uint8_t {
  kAttackers,
  kDefenders,
  kKing,
  kReachedInOne,
  kReachedInTwo,
  kAttackersTake,
  kDefendersTake
};
inline constexpr std::size_t kPlanes = 7;
inline constexpr std::size_t kNetInputs = kPlanes * 128;
/// Names this choice in a network's header, so that another one is never fed to it.
inline constexpr std::string_view kInputsName = "tafl-planes-7";

using NetInputs = std::array<std::uint64_t, kNetInputs / 64>;

/// REQUIRES: !pos.is_over().
NetInputs net_inputs(const Position& pos);

/// Squares on which the mover takes soldiers and to which it can come, as quiescence lists them.
/// REQUIRES: as game::HasSharedSets.
Cells quiet_captures(const Position& pos);

}  // namespace partita::games::tafl
