#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

TEST(OmegaEvaluationTerms, AddUpToTheEvaluation) {
  const Evaluator evaluator = *Evaluator::named("partita");
  base::Random random(17);
  for (int game = 0; game < 20; ++game) {
    Position pos(testing::rules_for(3 + game % 4, 2 + game % 3));
    while (!pos.is_over()) {
      const auto terms = evaluation_terms(pos);
      ASSERT_EQ(terms.size(), 48U);
      double sum = 0;
      for (const game::EvaluationTerm& term : terms) sum += term.weight * term.amount;
      const auto mover = static_cast<game::Seat>(pos.to_move());
      // The evaluator cuts each colour's merit to a whole number.
      ASSERT_NEAR(sum, evaluator.evaluate(pos, mover, {}), 1.5) << Notation::write_position(pos);
      Evaluator without = evaluator;
      without.leave_out(~game::TermSet{0});
      ASSERT_LE(std::abs(without.evaluate(pos, mover, {})), 2) << "nothing is left";
      game::MoveList<Omega> moves;
      Omega::generate_moves(pos, moves);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace
}  // namespace partita::games::omega
