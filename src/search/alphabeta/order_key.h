#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "game/refinements.h"
#include "search/alphabeta/history.h"

/// What moves are ordered by: a worth above and the place in the list below, so that no two keys are equal, of equal
/// worths the first is greatest, and a key tells where its move stands.
namespace partita::search::order {

inline constexpr std::int32_t kHintUnit = 64;  ///< what a point of a game's hint weighs against history

template <game::Game G>
inline constexpr int kPlaceBits = std::bit_width(G::kMaxMoves);

template <game::Game G>
constexpr bool fits_word() {
  if constexpr (game::HasMoveHints<G>) {
    return kHintUnit * std::int64_t{G::kMostHint} + 2 * History<G>::kLimit < std::int64_t{1} << (31 - kPlaceBits<G>);
  }
  return false;
}
/// In 32 bits where that is enough: processors compare several of them at a time.
template <game::Game G>
using Key = std::conditional_t<fits_word<G>(), std::int32_t, std::int64_t>;

template <game::Game G>
constexpr Key<G> make_key(std::int32_t worth, std::size_t place) {
  return static_cast<Key<G>>(Key<G>{worth} * (Key<G>{1} << kPlaceBits<G>)-static_cast<Key<G>>(place));
}
template <game::Game G>
constexpr std::size_t place_in(Key<G> key) {
  return static_cast<std::size_t>(-key & ((Key<G>{1} << kPlaceBits<G>)-1));
}
/// The key of a move that was put elsewhere.
template <class KeyType>
constexpr KeyType moved(KeyType key, std::size_t from, std::size_t to) {
  return static_cast<KeyType>(key + static_cast<KeyType>(from) - static_cast<KeyType>(to));
}

/// Where a move stands from `first` on. Every place is looked at, as several are at a time. REQUIRES: it stands there
/// once.
template <class Move>
std::size_t place_among(const Move* moves, std::size_t first, std::size_t end, Move move) {
  std::uint16_t place = 0;
  for (std::size_t i = first; i < end; ++i) {
    place = static_cast<std::uint16_t>(place | (moves[i] == move ? static_cast<std::uint16_t>(i) : 0U));
  }
  return place;
}

}  // namespace partita::search::order
