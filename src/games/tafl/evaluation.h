#pragma once

#include <vector>

#include "game/terms.h"
#include "game/types.h"
#include "games/tafl/position.h"
#include "games/tafl/weights.h"

namespace partita::games::tafl {

/// The house's evaluation from the attackers' view, with the weights of its family of rules. REQUIRES: !pos.is_over().
game::Score evaluate_partita(const Position& pos);

/// What evaluation has found that lists the mover's captures.
struct Forcing {
  Cells captures = 0;  ///< squares by which it takes soldiers, those left out that nobody can come to
};
/// The same from the mover's view where the king neither has a road to an escape nor can be taken, whoever is to move.
/// What does not lie between alpha and beta may be a bound: from below if it is at least beta, and `forcing` is then
/// not filled; from above if it is at most alpha.
game::Score evaluate_quiet(const Position& pos, game::Score alpha, game::Score beta, Forcing& forcing);
/// Its parts, from the mover's view. Empty where he can win at once or the king cannot be stopped.
std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos);

/// Rudin's utility as it grew (report, 2 and 4): pieces, then the king's blocked directions too, then attackers beside
/// him.
enum class RudinTerms { kPieces, kEscape, kAll, kOpening };
game::Score evaluate_rudin(const Position& pos, RudinTerms terms = RudinTerms::kAll);
/// The three terms of Rudin's utility with our weights, as the mover sees them.
std::vector<game::EvaluationTerm> author_terms(const Position& pos);
/// Pieces alone, a defender worth two attackers.
game::Score evaluate_material(const Position& pos);

}  // namespace partita::games::tafl
