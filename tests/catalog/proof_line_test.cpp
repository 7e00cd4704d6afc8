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

/// Both halves of a name are the same along a line, from scratch, before the move is played and for every image.
TEST(ProofLine, NamesAPositionTheSameHoweverItCameAbout) {
  base::Random random(6);
  ProofLine<Andantino> line(Andantino::Position({7, games::andantino::Rules::Kind::kStandard}), 1, 5);
  while (!line.position().is_over() && line.length() < 20) {
    const auto& pos = line.position();
    for (int symmetry = 0; symmetry < Andantino::symmetry_count(pos); ++symmetry) {
      ASSERT_EQ(ProofLine<Andantino>(Andantino::image(pos, symmetry), 1, 5).key(), line.key());
    }
    const ProofKey other_seed = ProofLine<Andantino>(pos, 1, 6).key();
    ASSERT_EQ(other_seed.place, line.key().place);
    ASSERT_NE(other_seed.check, line.key().check);
    const ProofKey other_attacker = ProofLine<Andantino>(pos, 0, 5).key();
    ASSERT_NE(other_attacker.place, line.key().place);
    ASSERT_NE(other_attacker.check, line.key().check);
    game::MoveList<Andantino> moves;
    Andantino::generate_moves(pos, moves);
    const auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    const ProofKey expected = line.key_after(move);
    line.play(move);
    ASSERT_EQ(line.key(), expected);
  }
}

/// By what ply a win must come, and what happened before, is part of both halves.
TEST(ProofLine, LastPlyIsPartOfBothKeys) {
  const Andantino::Position start({7, games::andantino::Rules::Kind::kStandard});
  ProofLine<Andantino> line(start, 1);
  const ProofKey without = line.key();
  line.set_last_ply(20);
  const ProofKey soon = line.key();
  line.set_last_ply(22);
  for (const ProofKey& other : {without, soon}) {
    EXPECT_NE(line.key().place, other.place);
    EXPECT_NE(line.key().check, other.check);
  }
}

}  // namespace
}  // namespace partita::solve
