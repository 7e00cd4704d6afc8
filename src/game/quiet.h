#pragma once

#include <concepts>

#include "game/concept.h"

/// What a game may offer to quiescence. Found by `if constexpr`.
// clang-format 14 does not know requires-expressions.
// clang-format off
namespace partita::game {

/// Value and forcing moves of a position rest on the same sets, and much of them is known where neither side could win at
/// once. evaluate_quiet() is then what evaluate() says for the mover, as far as a search with this window needs to know: a
/// value of at least beta may be a bound from below, one of at most alpha a bound from above. If it is below beta it leaves
/// in `forcing` what lists the forcing moves with less work.
/// REQUIRES for both: evaluator.has_quiet_view(pos), no immediate win, and forced_replies() says kFree.
template <class G>
concept HasQuietView = HasForcedReplies<G> && HasForcingMoves<G> &&
                       requires(const typename G::Evaluator& evaluator, const typename G::Position& pos, Score bound,
                                typename G::Forcing& forcing, MoveList<G>& list) {
                         { evaluator.has_quiet_view(pos) } -> std::same_as<bool>;
                         { evaluator.evaluate_quiet(pos, bound, bound, forcing) } -> std::same_as<Score>;
                         { G::generate_quiet_forcing_moves(pos, forcing, list) } -> std::same_as<void>;
                       };

}  // namespace partita::game
