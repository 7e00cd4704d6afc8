#pragma once

#include <optional>

#include "study/proven.h"
#include "study/review.h"

namespace partita::study {

/// What the proof of a position says of the one that a move led to: whoever was lost has lost whatever he played, and
/// a move that was proven to win has won. Nothing where the first is not decided, where another move was played than
/// those that are known to win, and with more than two seats. The search of the second position, which begins anew and
/// has as few nodes, may not see it.
std::optional<Proven> carried_proof(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                    const catalog::AnyPosition& after_position);

/// A judgement that holds to its proof: lines and shares say what is known. What the search has proven itself stays.
JudgedPosition held_to_proof(JudgedPosition judged, const catalog::AnyPosition& position);

}  // namespace partita::study
