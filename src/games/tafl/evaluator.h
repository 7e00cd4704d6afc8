#pragma once

#include <span>
#include <string_view>

#include "base/parsed.h"
#include "game/concept.h"
#include "games/tafl/evaluation.h"
#include "games/tafl/position.h"

namespace partita::games::tafl {

/// The family's evaluators, chosen by name. A value; any thread.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);

  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;

  /// Not before the last ply of a game, as it may be drawn under any threat.
  bool has_quiet_view(const Position& pos) const {
    return choice_ == Choice::kPartita && pos.ply() + 1 < pos.ground().ply_limit;
  }
  static game::Score evaluate_quiet(const Position& pos, game::Score alpha, game::Score beta, Forcing& forcing) {
    return tafl::evaluate_quiet(pos, alpha, beta, forcing);
  }

 private:
  enum class Choice { kPartita, kRudin, kMaterial };
  explicit Evaluator(Choice choice) : choice_(choice) {}
  game::Score from_attackers_view(const Position& pos) const;

  Choice choice_;
};

}  // namespace partita::games::tafl
