#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "game/concept.h"
#include "game/terms.h"
#include "games/omega/move.h"
#include "games/omega/position.h"
#include "nets/network.h"

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

  // ---- game::HasNetwork and game::HasChances
  bool wants_network() const { return kind_ == Kind::kNet; }
  /// Refuses a network for other inputs. REQUIRES: the network outlives the evaluator.
  base::Parsed<base::Done> use_network(const nets::Network& network);
  /// Not for a turn begun with the other's stone, nor where the swap is still open: no search comes there but at its
  /// root.
  bool tells_chances(const Position& pos) const {
    return network_ != nullptr && pos.side() == net_rules_.side && pos.players() == net_rules_.players &&
           pos.rules().tie == net_rules_.tie && pos.pending() != ColourSet{1} << pos.mover() && !pos.can_swap();
  }
  /// The seat's share of the point. REQUIRES: tells_chances(pos), the game is not over.
  float chance(const Position& pos, game::Seat seat) const;

 private:
  enum class Kind { kPartita, kTrebing, kScore, kNet };  ///< in the order of names()
  explicit Evaluator(Kind kind) : kind_(kind) {}
  Kind kind_;
  game::TermSet left_out_ = 0;
  const nets::Network* network_ = nullptr;
  Rules net_rules_;  ///< of the network
};

/// The parts of the evaluator `partita` from the mover's view, his own merits less the best other's: each feature at
/// each of the moments that evaluator_weights.h knows.
std::vector<game::EvaluationTerm> evaluation_terms(const Position& pos);

}  // namespace partita::games::omega
