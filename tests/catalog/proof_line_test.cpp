#include "solve/proof_line.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "games/andantino/andantino.h"

namespace partita::solve {
namespace {

using games::andantino::Andantino;

/// What is carried along a line must not depend on how one came to a position, or one key would have several guesses.
TEST(ProofLine, GuessesTheSameAlongALineAsFromScratch) {
  base::Random random(5);
  for (int game = 0; game < 20; ++game) {
    const Andantino::Position start({game % 2 == 0 ? 6 : 10, games::andantino::Rules::Kind::kStandard});
    const game::Seat attacker = game % 3 == 0 ? 0 : 1;
    ProofLine<Andantino> line(start, attacker);
    while (!line.position().is_over() && line.length() < 30) {
      game::MoveList<Andantino> moves;
      Andantino::generate_moves(line.position(), moves);
      const Numbers before = line.guess();
      const std::size_t here = line.length();
      for (const auto move : moves) {
        line.play(move);
        line.retract_to(here);
      }
      ASSERT_EQ(line.guess(), before) << "after looking at every move";
      ASSERT_EQ(line.guess(), ProofLine<Andantino>(line.position(), attacker).guess());
      line.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace
}  // namespace partita::solve
