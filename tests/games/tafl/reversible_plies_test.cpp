#include <gtest/gtest.h>

#include <bit>

#include "base/random.h"
#include "games/tafl/golden_files.h"

namespace partita::games::tafl {
namespace {

int pieces_of(const Position& pos) {
  const auto count = [](Cells cells) {
    return std::popcount(static_cast<std::uint64_t>(cells)) + std::popcount(static_cast<std::uint64_t>(cells >> 64));
  };
  return count(pos.attackers()) + count(pos.defenders());
}

/// Positions before the last capture cannot come back, and those since can: a repetition that lies among them must be
/// found, also behind moves that stand beside an enemy and take nothing.
TEST(ReversiblePlies, AreThoseSinceTheLastCapture) {
  base::Random random(5);
  int captures = 0;
  for (const RuleSet& rules : rule_sets()) {
    for (int game = 0; game < 20; ++game) {
      Position pos = Tafl::initial(&rules);
      int expected = 0;
      for (int ply = 0; ply < 150 && !pos.is_over(); ++ply) {
        game::MoveList<Tafl> moves;
        Tafl::generate_moves(pos, moves);
        const int before = pieces_of(pos);
        pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        const bool has_taken = pieces_of(pos) < before;
        captures += has_taken ? 1 : 0;
        expected = has_taken ? 0 : expected + 1;
        ASSERT_EQ(pos.reversible_plies(), expected) << rules.name << " " << Notation::write_position(pos);
      }
    }
  }
  EXPECT_GT(captures, 100);
}

}  // namespace
}  // namespace partita::games::tafl
