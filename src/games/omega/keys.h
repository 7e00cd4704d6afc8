#pragma once

#include <array>
#include <cstdint>

#include "games/omega/rules.h"

namespace partita::games::omega {

/// The random numbers a position's key is made of; the same on every machine.
struct Keys {
  std::array<std::array<std::uint64_t, 272>, kMaxColours> stone{};  ///< by colour and cell
  std::array<std::array<std::uint64_t, 16>, kMaxColours> turn{};    ///< by mover and set of pending colours
  std::uint64_t swapped = 0;
};
extern const Keys kKeys;

/// The key's part that comes from the rules alone.
std::uint64_t rules_key(const Rules& rules);

}  // namespace partita::games::omega
