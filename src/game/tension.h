#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "game/concept.h"

/// What a game may offer to proof search beyond its rules. Found by `if constexpr`.
namespace partita::game {

/// What the mover must reckon with after the other side's last move.
enum class Tension : std::uint8_t {
  kFree,    ///< nobody can win at once
  kForced,  ///< the other side threatens to win, and one move alone stops it
  kLost,    ///< the threat cannot be met
  kWon,     ///< the mover can win at once
};

/// The game tells the tension after a move by looking only at what the move can have changed. `forced` is set for
/// kForced. REQUIRES: the game is not over, and before `last` neither side could have won at once by any other move.
template <class G>
concept HasTension = requires(const typename G::Position& pos, typename G::Move last, const typename G::Undo& undo,
                              typename G::Move& forced) {
  { G::tension_after(pos, last, undo, forced) } -> std::same_as<Tension>;
};

/// Keys of all images of a position, carried along move by move; their canonical key is equal for all images.
template <class G>
concept HasSymmetricKeys = requires(const typename G::Position& pos, typename G::Move move,
                                    const typename G::SymmetricKeys& keys) {
  { G::symmetric_keys(pos) } -> std::same_as<typename G::SymmetricKeys>;
  { G::child_symmetric_keys(keys, pos, move) } -> std::same_as<typename G::SymmetricKeys>;
  { G::canonical_key(keys) } -> std::same_as<Key>;
};

/// The text of a position's image under a symmetry, without making the image.
template <class G>
concept HasImageText = requires(const typename G::Position& pos, int symmetry) {
  { G::Notation::write_image(pos, symmetry) } -> std::same_as<std::string>;
};

/// How many legal moves there are, without listing them.
template <class G>
concept HasMoveCount = requires(const typename G::Position& pos) {
  { G::move_count(pos) } -> std::convertible_to<int>;
};

}  // namespace partita::game
