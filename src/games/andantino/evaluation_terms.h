#pragma once

#include "game/terms.h"
#include "games/andantino/position.h"

namespace partita::games::andantino {

/// What the evaluator `partita` adds up, weights.h times what is on the board. Empty where somebody can make five at
/// once.
std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos);

}  // namespace partita::games::andantino
