#include "games/omega/playout.h"

#include <gtest/gtest.h>

#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

using testing::flooded_scores;
using testing::rules_for;

static_assert(game::HasPlayout<Omega>);

Position after_random_plies(const Rules& rules, int plies, base::Random& random) {
  Position pos(rules);
  for (; plies > 0 && !pos.is_over(); --plies) {
    std::vector<Move> moves;
    Omega::generate_human_moves(pos, moves);
    pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return pos;
}

/// The finished position that the filled board stands for.
Position finished(const Position& pos, const FilledBoard& board) {
  Position end = pos;
  for (const std::uint16_t cell : board.filled) end.put(board.stone[cell], cell);
  end.set_turn(kWhite, end.all_colours(), pos.is_swapped());
  return end;
}

void check_filled(const Position& pos, const FilledBoard& board) {
  ASSERT_EQ(static_cast<int>(board.filled.size()), pos.plies_left());
  std::array<int, kMaxColours> added{};
  for (const std::uint16_t cell : board.filled) {
    ASSERT_TRUE(pos.is_free(cell));
    ++added[board.stone[cell]];
  }
  // Every colour gets as many stones as turns are left, and one more if it is still pending in this turn.
  const int turns = (pos.plies_left() - std::popcount(pos.pending())) / pos.players();
  for (int colour = 0; colour < pos.players(); ++colour) {
    EXPECT_EQ(added[static_cast<std::size_t>(colour)], turns + (pos.is_pending(colour) ? 1 : 0));
  }
  const Position end = finished(pos, board);
  EXPECT_TRUE(end.is_over());
  const auto expected = flooded_scores(end);
  for (std::size_t colour = 0; colour < expected.size(); ++colour) {
    EXPECT_EQ(write_exact(board.scores[colour]), expected[colour]) << Notation::write_position(end);
    EXPECT_EQ(board.log_scores[colour], end.log_score(static_cast<int>(colour)));
  }
}

TEST(OmegaPlayout, FillsTheRestOfTheGameAndScoresItExactly) {
  base::Random random(11);
  for (int round = 0; round < 300; ++round) {
    const Rules rules = rules_for(3 + round % 8, 2 + round % 3);
    const Position pos = after_random_plies(rules, static_cast<int>(random.below(60)), random);
    if (pos.is_over()) continue;
    FilledBoard board;
    fill_board(pos, round % 2 == 0 ? game::PlayoutPolicy::kUniform : game::PlayoutPolicy::kBiased, random, board);
    check_filled(pos, board);
  }
}

TEST(OmegaPlayout, PayoffsAreThoseOfTheFinishedPosition) {
  base::Random random(12);
  for (int round = 0; round < 300; ++round) {
    Rules rules = rules_for(3 + round % 3, 2 + round % 3);
    if (round % 2 == 0) rules.tie = TieRule::kDraw;
    const Position pos = after_random_plies(rules, static_cast<int>(random.below(12)), random);
    if (pos.is_over()) continue;
    game::Playout<Omega> playout;
    Omega::playout(pos, game::PlayoutPolicy::kBiased, random, playout);
    FilledBoard board;
    for (const std::uint16_t slot : playout.slots) {
      board.stone[slot % kMaxCells] = static_cast<Colour>(slot / kMaxCells);
      board.filled.push_back(static_cast<std::uint16_t>(slot % kMaxCells));
    }
    const Position end = finished(pos, board);
    for (int seat = 0; seat < pos.players(); ++seat) {
      EXPECT_EQ(playout.payoff[static_cast<std::size_t>(seat)], end.payoff(static_cast<game::Seat>(seat)));
    }
  }
}

TEST(OmegaPlayout, UniformReachesEveryCellWithEveryColourEquallyOften) {
  const Position pos(rules_for(2, 2));
  base::Random random(13);
  std::array<std::array<int, 3>, 7> seen{};
  constexpr int kPlayouts = 7000;
  for (int i = 0; i < kPlayouts; ++i) {
    FilledBoard board;
    fill_board(pos, game::PlayoutPolicy::kUniform, random, board);
    for (std::size_t cell = 0; cell < 7; ++cell) ++seen[cell][board.stone[cell] == kFree ? 2 : board.stone[cell]];
  }
  // Four of seven cells are filled, two with each colour: 2000 expected, standard deviation 38.
  for (const auto& cell : seen) {
    EXPECT_NEAR(cell[0], 2000, 200);
    EXPECT_NEAR(cell[1], 2000, 200);
    EXPECT_NEAR(cell[2], 3000, 200);
  }
}

}  // namespace
}  // namespace partita::games::omega
