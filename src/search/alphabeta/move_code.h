#pragma once

#include <cstdint>
#include <cstring>

#include "game/concept.h"

namespace partita::search {

/// A move as 32 bits for the table, and back. 0 stands for "none known": Move{} itself is never stored.
template <game::MoveType Move>
std::uint32_t move_code(Move move) {
  if (move == Move{}) return 0;
  std::uint32_t none = 0;
  std::uint32_t code = 0;
  const Move empty{};
  std::memcpy(&none, &empty, sizeof(Move));
  std::memcpy(&code, &move, sizeof(Move));
  // Relative to "no move", so that this is never 0.
  return code ^ none;
}

template <game::MoveType Move>
Move move_from_code(std::uint32_t code) {
  std::uint32_t none = 0;
  const Move empty{};
  std::memcpy(&none, &empty, sizeof(Move));
  const std::uint32_t bytes = code ^ none;
  Move move{};
  std::memcpy(static_cast<void*>(&move), &bytes, sizeof(Move));
  return move;
}

}  // namespace partita::search
