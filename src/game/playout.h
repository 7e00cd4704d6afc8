#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "base/fixed_vector.h"
#include "base/random.h"
#include "game/concept.h"

/// What a game may offer to Monte-Carlo search beyond its rules. Found by `if constexpr`; the search has general
/// answers for games that offer nothing.
namespace partita::game {

/// How moves are chosen in a playout. kBiased is the game's own idea of a better move, cheap enough to be tried on
/// every ply (the better of two random candidates).
enum class PlayoutPolicy : std::uint8_t { kUniform, kBiased };

/// One finished playout. Made once per worker and used again and again; the game overwrites all of it.
template <class G>
struct Playout {
  std::array<int, kMaxSeats> payoff{};  ///< twelfths by seat, sums to kPoint
  std::array<float, kMaxSeats>
      margin{};  ///< by seat, in [-1, 1]: how clearly it was won; 0 where the game has no margin
  /// amaf_slot() of every move that is to be credited: what finally stood where, or what was played.
  base::FixedVector<std::uint16_t, G::kMaxPlayoutSlots> slots;
};

/// The game finishes a random game faster than by play(). amaf_slot() gives two moves the same number (below
/// kAmafSlots) when a playout credited with one says something of the other; REQUIRES of playout(): !pos.is_over().
template <class G>
concept HasPlayout = requires(const typename G::Position& pos, typename G::Move move, PlayoutPolicy policy,
                              base::Random& random, Playout<G>& playout) {
  { G::kAmafSlots } -> std::convertible_to<std::size_t>;
  { G::kMaxPlayoutSlots } -> std::convertible_to<std::size_t>;
  { G::amaf_slot(pos, move) } -> std::convertible_to<std::size_t>;
  { G::playout(pos, policy, random, playout) } -> std::same_as<void>;
};

/// A guess at a move's worth in [0, 1] for the mover, used until playouts know better.
template <class G>
concept HasTreePrior = requires(const typename G::Position& pos, typename G::Move move) {
  { G::tree_prior(pos, move) } -> std::convertible_to<float>;
};

/// The same for all moves of a position: what they share is worked out once.
template <class G>
concept HasSharedPriors = requires(const typename G::Position& pos, typename G::Move move,
                                   const typename G::Priors& priors) {
  requires std::constructible_from<typename G::Priors, const typename G::Position&>;
  { priors.of(move) } -> std::convertible_to<float>;
};

/// What a learner of such guesses reads of a position and the move that a search chose in it (learn/).
template <class G>
concept HasPatternSamples = requires(const typename G::Position& pos, typename G::Move move) {
  { G::pattern_sample(pos, move) } -> std::same_as<std::string>;
};

}  // namespace partita::game
