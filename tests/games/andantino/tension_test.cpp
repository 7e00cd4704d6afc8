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

game::Tension tension_by_everything(const Position& pos, Move& forced) {
  if (!(Andantino::immediate_win(pos) == Move{})) return game::Tension::kWon;
  MoveList list;
  switch (Andantino::forced_replies(pos, list)) {
    case game::Replies::kFree: return game::Tension::kFree;
    case game::Replies::kLost: return game::Tension::kLost;
    case game::Replies::kForced: break;
  }
  forced = list[0];
  return game::Tension::kForced;
}

/// Tries every move of a game's positions in which it may be asked; returns how often tension was seen.
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
      if (!pos.is_over()) {
        Move quick;
        Move slow;
        const game::Tension expected = tension_by_everything(pos, slow);
        EXPECT_EQ(tension_after(pos, move, undo, quick), expected) << Notation::write_position(pos);
        if (expected == game::Tension::kForced) {
          EXPECT_EQ(quick, slow);
        }
        if (expected != game::Tension::kFree) ++tense;
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
