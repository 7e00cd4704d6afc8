// The quick look at what a stone changed, against looking at everything.
#include <gtest/gtest.h>

#include "games/andantino/playing.h"

namespace partita::games::andantino::testing {
namespace {

bool can_win_elsewhere(const Position& pos, Colour colour, Move except) {
  MoveList cells;
  winning_cells(pos, colour, cells);
  return std::any_of(cells.begin(), cells.end(), [&](Move move) { return !(move == except); });
}

game::Threat threat_by_everything(const Position& pos, Move& forced) {
  if (!(Andantino::immediate_win(pos) == Move{})) return game::Threat::kWon;
  MoveList list;
  const game::Threat threat = Andantino::forced_replies(pos, list);
  if (threat == game::Threat::kForced) forced = list[0];
  return threat;
}

/// Tries every move of a game's positions in which it may be asked; returns how often a threat was seen.
int check_game(int side, base::Random& random) {
  int tense = 0;
  Position pos(rules_of(side));
  while (!pos.is_over()) {
    MoveList moves;
    Andantino::generate_moves(pos, moves);
    EXPECT_EQ(Andantino::move_count(pos), static_cast<int>(moves.size()));
    for (const Move move : moves) {
      if (can_win_elsewhere(pos, Colour::kWhite, move) || can_win_elsewhere(pos, Colour::kBlack, move)) continue;
      const Undo undo = pos.play(move);
      EXPECT_EQ(Andantino::move_count_after(pos, move, undo, static_cast<int>(moves.size())),
                Andantino::move_count(pos))
          << Notation::write_position(pos);
      if (!pos.is_over()) {
        Move quick;
        Move slow;
        const game::Threat expected = threat_by_everything(pos, slow);
        EXPECT_EQ(threat_after(pos, move, undo, quick), expected) << Notation::write_position(pos);
        if (expected == game::Threat::kForced) {
          EXPECT_EQ(quick, slow);
        }
        if (expected != game::Threat::kNone) ++tense;
      }
      pos.retract(move, undo);
    }
    pos.play(careful_move(pos, random));
  }
  return tense;
}

TEST(Tension, QuickLookFindsWhatTheFullLookFinds) {
  base::Random random(20);
  int tense = 0;
  for (int game = 0; game < 400; ++game) tense += check_game(3 + game % 8, random);
  EXPECT_GT(tense, 5000);
}

}  // namespace
}  // namespace partita::games::andantino::testing
