#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "games/tafl/tafl.h"

namespace partita::games::tafl {
namespace {

TEST(TaflEvaluationTerms, AddUpToTheEvaluation) {
  const Evaluator evaluator = *Evaluator::named("partita");
  base::Random random(17);
  int told = 0, silent = 0;
  for (int game = 0; game < 60; ++game) {
    constexpr std::array<const char*, 6> kRules = {"mcgill", "ashton", "linnaean", "brandubh", "fetlar", "copenhagen"};
    Position pos =
        Tafl::initial(*Tafl::make_rules({{"rules", kRules[static_cast<std::size_t>(game) % kRules.size()]}}));
    for (int ply = 0; ply < 120 && !pos.is_over(); ++ply) {
      const auto terms = evaluation_terms(pos);
      double sum = 0;
      for (const game::EvaluationTerm& term : terms) sum += term.weight * term.amount;
      const auto mover = static_cast<game::Seat>(pos.to_move());
      const game::Score value = evaluator.evaluate(pos, mover, {});
      if (!terms.empty()) {
        // The evaluator cuts each soldier's worth to a whole number.
        ASSERT_NEAR(sum, value, pos.soldiers(Side::kAttackers) + pos.soldiers(Side::kDefenders))
            << Notation::write_position(pos);
        Evaluator without = evaluator;
        without.leave_out(1U << 4);
        ASSERT_EQ(terms[4].name, "one road");
        ASSERT_EQ(without.evaluate(pos, mover, {}), value - terms[4].weight * static_cast<int>(terms[4].amount));
      }
      ++(terms.empty() ? silent : told);
      game::MoveList<Tafl> moves;
      Tafl::generate_moves(pos, moves);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(told, 2'000);
  EXPECT_GT(silent, 10) << "where somebody wins at once";
}

}  // namespace
}  // namespace partita::games::tafl
