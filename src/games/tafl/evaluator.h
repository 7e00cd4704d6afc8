#pragma once

#include <span>
#include <string_view>

#include "base/parsed.h"
#include "game/concept.h"
#include "games/tafl/evaluation.h"
#include "games/tafl/position.h"
#include "nets/network.h"

namespace partita::games::tafl {

/// The family's evaluators, chosen by name. A value; any thread.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;

  /// Not before the last ply of a game, as it may be drawn under any threat.
  bool has_quiet_view(const Position& pos) const {
    return (choice_ == Choice::kPartita || choice_ == Choice::kNet) && left_out_ == 0 &&
           pos.ply() + 1 < pos.ground().ply_limit;
  }
  game::Score evaluate_quiet(const Position& pos, game::Score alpha, game::Score beta, Forcing& forcing) const {
    if (reads_network(pos)) return evaluate_quiet_by_network(pos, alpha, beta, forcing);
    return tafl::evaluate_quiet(pos, alpha, beta, forcing);
  }

  /// Of the evaluator `partita`; the others have no terms.
  void leave_out(game::TermSet terms) { left_out_ = terms; }

  // ---- game::HasNetwork
  bool wants_network() const { return choice_ == Choice::kNet; }
  /// Refuses a network for other rules or other inputs. REQUIRES: the network outlives the evaluator.
  base::Parsed<base::Done> use_network(const nets::Network& network);

 private:
  enum class Choice { kPartita, kRudin, kRudinPieces, kRudinEscape, kRudinOpening, kMaterial, kNet };
  explicit Evaluator(Choice choice) : choice_(choice) {}
  /// Without a network for the position's rules the hand-written evaluation stands in.
  bool reads_network(const Position& pos) const { return network_ != nullptr && ground_ == &pos.ground(); }
  game::Score from_attackers_view(const Position& pos) const;
  game::Score evaluate_quiet_by_network(const Position& pos, game::Score alpha, game::Score beta,
                                        Forcing& forcing) const;

  Choice choice_;
  game::TermSet left_out_ = 0;
  const nets::Network* network_ = nullptr;
  bool network_adds_ = false;       ///< it corrects the hand-written evaluation instead of taking its place
  const Ground* ground_ = nullptr;  ///< of the network's rules
};

}  // namespace partita::games::tafl
