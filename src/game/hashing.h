#pragma once

#include <concepts>

#include "game/concept.h"

/// What a game may offer to experiments with hashing. Found by `if constexpr`.
namespace partita::game {

/// A weaker key than the position's own: random numbers by row, by column and by what stands there, XORed together.
/// Different positions share it; kept for a report's experiment (Sweere 4.2).
template <class G>
concept HasRowColumnKey = requires(const typename G::Position& pos) {
  { G::row_column_key(pos) } -> std::same_as<Key>;
};

}  // namespace partita::game
