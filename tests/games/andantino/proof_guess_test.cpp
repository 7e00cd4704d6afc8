#include "games/andantino/proof_guess.h"

#include <gtest/gtest.h>

#include "games/andantino/playing.h"

namespace partita::games::andantino {
namespace {

TEST(ProofGuess, AnEvenPositionIsAsMuchWorkAsItHasMovesForWhoMustLookAtAll) {
  const game::ProofGuess attackers = proof_guess(0, true, 12);
  EXPECT_EQ(attackers.proof, kProofUnit);
  EXPECT_EQ(attackers.disproof, 12 * kProofUnit);
  const game::ProofGuess defenders = proof_guess(0, false, 12);
  EXPECT_EQ(defenders.proof, 12 * kProofUnit);
  EXPECT_EQ(defenders.disproof, kProofUnit);
}

TEST(ProofGuess, ABetterValueForTheAttackerMakesProofsCheaperAndDisproofsDearer) {
  for (const bool is_attackers_turn : {true, false}) {
    game::ProofGuess before = proof_guess(-2000, is_attackers_turn, 20);
    for (game::Score value = -1999; value <= 2000; ++value) {
      const game::ProofGuess guess = proof_guess(value, is_attackers_turn, 20);
      EXPECT_LE(guess.proof, before.proof) << value;
      EXPECT_GE(guess.disproof, before.disproof) << value;
      EXPECT_GE(guess.proof, 1U) << "0 would say that it is proven";
      EXPECT_GE(guess.disproof, 1U);
      before = guess;
    }
    EXPECT_LT(before.proof, proof_guess(0, is_attackers_turn, 20).proof);
    EXPECT_GT(before.disproof, proof_guess(0, is_attackers_turn, 20).disproof);
  }
}

TEST(ProofGuess, IsTheSameForAllImagesOfAPosition) {
  base::Random random(17);
  const Evaluator evaluator = Andantino::proof_evaluator();
  ASSERT_TRUE(evaluator.carries());
  for (int game = 0; game < 20; ++game) {
    Position pos(testing::rules_of(game % 2 == 0 ? 5 : 10));
    for (int ply = 0; ply < 24 && !pos.is_over(); ++ply) {
      const game::Score value = evaluator.evaluate_carried(pos, 1, evaluator.carried(pos), true);
      for (int symmetry = 1; symmetry < Andantino::symmetry_count(pos); ++symmetry) {
        const Position image = Andantino::image(pos, symmetry);
        ASSERT_EQ(evaluator.evaluate_carried(image, 1, evaluator.carried(image), true), value);
      }
      pos.play(testing::careful_move(pos, random));
    }
  }
}

}  // namespace
}  // namespace partita::games::andantino
