#include "games/omega/evaluator.h"

#include <gtest/gtest.h>

#include <set>

#include "games/omega/features.h"
#include "games/omega/tables.h"

namespace partita::games::omega {
namespace {

using testing::position_of;
using testing::rules_for;

game::Score value_of(const char* evaluator, const Position& pos, game::Seat seat) {
  return Evaluator::named(evaluator)->evaluate(pos, seat, {});
}

/// The same features by sets of roots, cell by cell, without patterns or windows.
FeatureRow plain_features(const Position& pos, int colour) {
  FeatureRow row{};
  row[kLogScore] = pos.log_score(colour);
  row[kTempo] = pos.mover() == colour ? 1 : 0;
  std::set<int> growing;
  for (int cell = 0; cell < pos.cells(); ++cell) {
    if (!pos.is_free(cell)) continue;
    std::set<int> roots;
    for (const int next : pos.board().neighbours[static_cast<std::size_t>(cell)]) {
      if (next != kOffBoard && pos.stone_at(next) == colour) roots.insert(pos.group_of(next));
    }
    if (roots.empty()) ++row[kOpenCells];
    if (roots.size() == 1) growing.insert(*roots.begin());
    if (roots.size() < 2) continue;
    const std::int32_t loss = -pos.log_gain(colour, cell);
    row[kWorstJoin] = std::max(row[kWorstJoin], loss);
    if (loss > 0) row[kJoinSum] += loss;
  }
  pos.for_each_group_of(colour, [&](int root, Colour, int size) {
    if (size > 2) return;
    ++row[growing.count(root) == 0 ? kDeadSmall : size == 1 ? kLoneStones : kPairs];
  });
  return row;
}

TEST(OmegaFeatures, EqualPlainOnesOnEverySide) {
  base::Random random(31);
  for (int round = 0; round < 200; ++round) {
    Position pos(rules_for(2 + round % 9, 2 + round % 3));
    const int plies =
        pos.plies_left() == 0 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(pos.plies_left())));
    for (int ply = 0; ply < plies; ++ply) {
      std::vector<Move> moves;
      Omega::generate_human_moves(pos, moves);
      const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const std::int32_t before = pos.log_score(move.colour());
      const std::int32_t gain = pos.log_gain(move.colour(), move.cell());
      pos.play(move);
      ASSERT_EQ(pos.log_score(move.colour()) - before, gain);
    }
    const auto rows = features_of(pos);
    for (int colour = 0; colour < pos.players(); ++colour) {
      EXPECT_EQ(rows[static_cast<std::size_t>(colour)], plain_features(pos, colour)) << Notation::write_position(pos);
    }
  }
}

TEST(OmegaEvaluators, ScoreIsTheLogarithmOfTheScore) {
  const Position pos = position_of("3 2 WW1/BBB1/5/4/3 1 WB");
  EXPECT_EQ(value_of("score", pos, 0), kLogUnit - kLogOfSize[3]);
  EXPECT_EQ(value_of("score", pos, 1), kLogOfSize[3] - kLogUnit);
}

TEST(OmegaEvaluators, PartitaFearsTheJoiningCell) {
  // Two white triples with one cell between them, against two that are far apart.
  const Position joined = position_of("5 2 5/6/7/WWW1WWW1/9/8/7/6/5 1 WB");
  const Position apart = position_of("5 2 5/6/7/WWW2WWW/9/8/7/6/5 1 WB");
  EXPECT_EQ(value_of("score", joined, 0), value_of("score", apart, 0));
  EXPECT_LT(value_of("partita", joined, 0), value_of("partita", apart, 0));
}

TEST(OmegaEvaluators, PartitaPrefersStonesThatCanGrow) {
  // A lone white stone with free cells around it, against one walled in by black stones.
  const Position free = position_of("3 2 W2/4/5/2BB/3 1 WB");
  const Position walled = position_of("3 2 WB1/BB2/5/4/3 1 WB");
  const auto rows = features_of(free);
  EXPECT_EQ(rows[kWhite][kLoneStones], 1);
  EXPECT_EQ(features_of(walled)[kWhite][kDeadSmall], 1);
}

TEST(OmegaEvaluators, TrebingPunishesFreeNeighboursOfSmallGroups) {
  // 19 cells, 2 stones: the pair is worth its stones less its free neighbours for each stone, weighed with the score 2.
  // A1 has neighbours A2 and B2, B1 has C1, B2 and C2 (and each other): 2 - 5 = -3.
  const Position pair = position_of("3 2 WW1/4/5/4/3 1 WB");
  EXPECT_EQ(value_of("trebing", pair, 0), (100 * (-3 * 17 + 2 * 2)) / 19 - (100 * (1 * 2)) / 19);
  // Single stones and groups of four or more do not count in the first part.
  const Position lone = position_of("3 2 W2/4/5/4/3 1 WB");
  EXPECT_EQ(value_of("trebing", lone, 0), 0);
}

TEST(OmegaEvaluators, WithMoreSeatsOwnLessTheBestOther) {
  const Position pos = position_of("4 3 WWW1/5/BB4/7/RRRR2/5/4 1 WBR");
  EXPECT_EQ(value_of("score", pos, 0), kLogOfSize[3] - kLogOfSize[4]);
  EXPECT_EQ(value_of("score", pos, 2), kLogOfSize[4] - kLogOfSize[3]);
  EXPECT_EQ(value_of("score", pos, 1), kLogOfSize[2] - kLogOfSize[4]);
}

TEST(OmegaEvaluators, HintsLikeForeignMerges) {
  const Position pos = position_of("5 2 5/6/7/BBB1BBB1/W8/8/7/6/5 1 WB");
  const auto merge = Notation::read_move(pos, "B:D4");
  const auto quiet = Notation::read_move(pos, "W:I9");
  ASSERT_TRUE(merge.ok() && quiet.ok());
  EXPECT_GT(Omega::move_hint(pos, *merge), Omega::move_hint(pos, *quiet));
}

}  // namespace
}  // namespace partita::games::omega
