// The first guess at a stone's worth: in range, the same for every image of a position, and of sound opinions.
#include <gtest/gtest.h>

#include "game/refinements.h"
#include "games/omega/omega.h"

namespace partita::games::omega {
namespace {

static_assert(game::HasPlayout<Omega>);

Move stone(const Position& pos, const char* text) { return *Notation::read_move(pos, text); }

TEST(OmegaPrior, IsAShareAndTheSameForEveryImage) {
  for (int players = 2; players <= 4; ++players) {
    Rules rules;
    rules.side = 4;
    rules.players = players;
    auto pos = Omega::initial(rules);
    base::Random random(static_cast<std::uint64_t>(players));
    while (!pos.is_over()) {
      game::MoveList<Omega> moves;
      Omega::generate_moves(pos, moves);
      for (const Move move : moves) {
        const float prior = Omega::tree_prior(pos, move);
        EXPECT_GE(prior, 0.0F);
        EXPECT_LE(prior, 1.0F);
        for (int symmetry = 1; symmetry < 12; symmetry += 4) {
          EXPECT_EQ(Omega::tree_prior(Omega::image(pos, symmetry), Omega::image(pos, move, symmetry)), prior);
        }
      }
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(OmegaPrior, LikesCornersForOwnStonesAndJoinsForOthers) {
  const auto start = Omega::initial(Rules{});
  EXPECT_GT(Omega::tree_prior(start, stone(start, "W:A1")), Omega::tree_prior(start, stone(start, "W:E5")));
  EXPECT_LT(Omega::tree_prior(start, stone(start, "B:A1")), Omega::tree_prior(start, stone(start, "B:E5")));
  const auto pos = *Notation::read_position(Rules{}, "5 2 W4/6/7/3B4/9/3B4/7/6/W3W 1 B");
  EXPECT_GT(Omega::tree_prior(pos, stone(pos, "B:E5")), Omega::tree_prior(pos, stone(pos, "B:G8")));
}

}  // namespace
}  // namespace partita::games::omega
