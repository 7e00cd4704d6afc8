#pragma once

#include <span>
#include <string_view>

#include "base/fixed_vector.h"
#include "base/parsed.h"
#include "game/concept.h"
#include "game/refinements.h"
#include "games/hex/position.h"
#include "nets/convolution.h"

namespace partita::games::hex {

/// "distance": how many cells the other side still needs less how many I need; "none": always 0; "net": the distance
/// for searches that ask no policy, and a policy network for those that do. A small value; any thread.
class Evaluator {
 public:
  static std::span<const game::Named> names();
  static base::Parsed<Evaluator> named(std::string_view name);
  game::Score evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>& context) const;

  // ---- game::HasPolicy (policy.cpp)
  bool wants_policy() const { return kind_ == Kind::kNet; }
  /// Refuses a network for another game or other inputs. REQUIRES: the network outlives the evaluator.
  base::Parsed<base::Done> use_policy(const nets::ConvolutionNetwork& network);
  bool tells_policy(const Position& pos) const;
  /// REQUIRES: tells_policy(pos), the game is not over, legal moves.
  void ask_policy(const Position& pos, const base::FixedVector<Move, kMaxCells + 1>& moves,
                  game::PolicyAnswer& answer) const;

 private:
  enum class Kind { kDistance, kNone, kNet };  ///< in the order of names()
  explicit Evaluator(Kind kind) : kind_(kind) {}
  void ask_network(const Position& pos, nets::PolicyAndValue& said) const;

  Kind kind_;
  const nets::ConvolutionNetwork* network_ = nullptr;
};

}  // namespace partita::games::hex
