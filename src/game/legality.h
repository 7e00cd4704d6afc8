#pragma once

#include <concepts>

#include "game/concept.h"

/// What a game may offer to searches that try a move before they list any. Found by `if constexpr`.
// clang-format 14 does not know requires-expressions.
// clang-format off
namespace partita::game {

/// Tells of any Move whether it is legal in a position that is not over, without listing the legal ones.
template <class G>
concept HasLegalTest = requires(const typename G::Position& pos, typename G::Move move) {
  { G::is_legal(pos, move) } -> std::same_as<bool>;
};

/// Lists the legal moves in the order of generate_moves() with what they are ranked by, which costs less there than move by
/// move: calls visit(move, its history slot, its hint).
template <class G>
concept HasRankedMoves = HasMoveHints<G> && requires(const typename G::Position& pos,
                                                     void (*visit)(typename G::Move, std::size_t, int)) {
  { G::for_each_ranked_move(pos, visit) } -> std::same_as<void>;
};

/// Positions after moves take so long to make that a search gains by asking for the next one's table entry a whole subtree
/// early.
template <class G>
concept LooksAhead = HasChildKey<G> && requires { requires G::kLooksAhead; };

}  // namespace partita::game
