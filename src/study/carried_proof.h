#pragma once

#include <optional>

#include "study/proven.h"
#include "study/review.h"

namespace partita::study {

/// What the proof of a position says of the position after a move: a side that is lost stays lost after any move, and a
/// move that is proven to win keeps the win. Nothing where the first position is not decided, where the move is not
/// among those known to win, and with more than two seats. The search of the second position begins anew with as few
/// nodes and may not see it.
std::optional<Proven> carried_proof(const JudgedPosition& before, const catalog::AnyPosition& before_position,
                                    const catalog::AnyPosition& after_position);

/// The judgement with lines and shares put right by its proof. What the search has proven itself stays.
JudgedPosition held_to_proof(JudgedPosition judged, const catalog::AnyPosition& position);

}  // namespace partita::study
