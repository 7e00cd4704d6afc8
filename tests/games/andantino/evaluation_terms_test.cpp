
#include "games/andantino/evaluator.h"
#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

TEST(EvaluationTerms, AddUpToTheEvaluation) {
  const Evaluator evaluator = *Evaluator::named("partita");
  base::Random random(17);
  int told = 0, silent = 0;
  for (int game = 0; game < 60; ++game) {
    Position pos(rules_of(4 + game % 7));
    while (!pos.is_over()) {
      const auto terms = evaluation_terms(pos);
      double sum = 0;
      for (const game::EvaluationTerm& term : terms) sum += term.weight * term.amount;
      if (!terms.empty()) {
        ASSERT_EQ(sum, evaluator.evaluate(pos, static_cast<game::Seat>(pos.mover()), {}));
      }
      ++(terms.empty() ? silent : told);
      pos.play(careful_move(pos, random));
    }
  }
  EXPECT_GT(told, 500);
  EXPECT_GT(silent, 10) << "where somebody can make five";
}

}  // namespace
}  // namespace partita::games::andantino::testing
