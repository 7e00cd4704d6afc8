#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "game/terms.h"
#include "games/omega/move.h"
#include "games/omega/position.h"
#include "nets/convolution.h"

namespace partita::games::omega {

/// One evaluation function, chosen by name. A small value; any thread. With more than two seats a seat's value is its
/// own merit less the best other's.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;
  /// Of the evaluator `partita`; the others have no terms.
  void leave_out(game::TermSet terms) { left_out_ = terms; }

  // ---- game::HasPolicy (policy.cpp)
  bool wants_policy() const { return kind_ == Kind::kNet; }
  /// Refuses a network for another game or other inputs. REQUIRES: the network outlives the evaluator.
  base::Parsed<base::Done> use_policy(const nets::ConvolutionNetwork& network);
  /// Not for a turn begun with the other's stone: no search comes there but at its root.
  bool tells_policy(const Position& pos) const {
    return network_ != nullptr && pos.players() == 2 && pos.pending() != ColourSet{1} << pos.mover();
  }
  /// REQUIRES: tells_policy(pos), the game is not over, moves of generate_moves().
  void ask_policy(const Position& pos, const base::FixedVector<Move, kMaxCells + 1>& moves,
                  game::PolicyAnswer& answer) const;

 private:
  enum class Kind { kPartita, kTrebing, kScore, kNet };  ///< in the order of names()
  explicit Evaluator(Kind kind) : kind_(kind) {}
  Kind kind_;
  game::TermSet left_out_ = 0;
  const nets::ConvolutionNetwork* network_ = nullptr;
};

/// The parts of the evaluator `partita` from the mover's view, his own merits less the best other's: each feature at
/// each of the moments that evaluator_weights.h knows.
std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos);

}  // namespace partita::games::omega
