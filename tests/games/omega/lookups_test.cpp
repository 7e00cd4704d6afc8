// What a search asks about a move without playing it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "games/omega/omega.h"

namespace partita::games::omega {
namespace {

/// Calls visit(pos) for the positions of a random game.
template <class Visit>
void walk_random_game(const Rules& rules, std::uint64_t seed, Visit&& visit) {
  Position pos(rules);
  base::Random random(seed);
  while (!pos.is_over()) {
    visit(pos);
    std::vector<Move> moves;
    Omega::generate_human_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

const Rules kTables[] = {
    {4, 2, TieRule::kLastWins, true}, {4, 3, TieRule::kLastWins, false}, {5, 4, TieRule::kDraw, false}};

TEST(OmegaLegality, AgreesWithTheListForEveryCode) {
  for (const Rules& rules : kTables) {
    walk_random_game(rules, 3, [](const Position& pos) {
      game::MoveList<Omega> moves;
      Omega::generate_moves(pos, moves);
      std::size_t legal = Omega::is_legal(pos, Move::swap()) ? 1 : 0;
      for (int colour = 0; colour < kMaxColours; ++colour) {
        // A table may hold cells of a larger board.
        for (int cell = 0; cell < 512; ++cell) {
          const Move move = Move::stone(colour, cell);
          if (!Omega::is_legal(pos, move)) continue;
          ++legal;
          EXPECT_NE(std::find(moves.begin(), moves.end(), move), moves.end()) << colour << " on " << cell;
        }
      }
      EXPECT_EQ(legal, moves.size());
      EXPECT_FALSE(Omega::is_legal(pos, Move{}));
    });
  }
}

TEST(OmegaChildKey, IsTheKeyAfterThePly) {
  for (const Rules& rules : kTables) {
    walk_random_game(rules, 5, [](const Position& pos) {
      std::vector<Move> moves;
      Omega::generate_human_moves(pos, moves);
      for (const Move move : moves) {
        Position after = pos;
        after.play(move);
        EXPECT_EQ(Omega::child_key(pos, move), after.key());
      }
    });
  }
}

}  // namespace
}  // namespace partita::games::omega
