#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "game/concept.h"
#include "search/alphabeta/history.h"

/// What moves are ordered by: a worth above and the place below, so that no two keys are equal and of equal worths the first
/// is greatest.
namespace partita::search::order {

inline constexpr std::int32_t kHintUnit = 64;  ///< what a point of a game's hint weighs against history

/// The game promises that no move hint is farther from zero.
template <class G>
concept HasMostHint = requires {
  { G::kMostHint } -> std::convertible_to<std::int64_t>;
};

template <game::Game G>
inline constexpr int kPlaceBits = std::bit_width(G::kMaxMoves);

template <game::Game G>
constexpr bool fits_word() {
  if constexpr (HasMostHint<G>) {
    return kHintUnit * std::int64_t{G::kMostHint} + 2 * History<G>::kLimit < std::int64_t{1} << (31 - kPlaceBits<G>);
  }
  return false;
}
/// In 32 bits where that is enough: processors compare several of them at a time.
template <game::Game G>
using Key = std::conditional_t<fits_word<G>(), std::int32_t, std::int64_t>;

template <game::Game G>
constexpr Key<G> make_key(std::int32_t worth, std::size_t place) {
  return static_cast<Key<G>>(Key<G>{worth} * (Key<G>{1} << kPlaceBits<G>) - static_cast<Key<G>>(place));
}

}  // namespace partita::search::order
