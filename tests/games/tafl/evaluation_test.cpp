#include "games/tafl/evaluation.h"

#include "base/random.h"
#include "games/tafl/golden_files.h"
#include "games/tafl/slides.h"

namespace partita::games::tafl {
namespace {

TEST(TaflEvaluators, AKingWithWaysOutIsWorthMoreThanOneShutInByHisOwn) {
  const game::Score free = evaluate_partita(position("mcgill", "/9/9/2K6/9/8t/5TT2/5TT2/9/9/ a 10"));
  const game::Score shut = evaluate_partita(position("mcgill", "/9/2T6/1TKT5/2T6/8t/9/9/9/9/ a 10"));
  EXPECT_GT(shut - free, 200) << "four corners in two moves";
}

TEST(TaflEvaluators, PreferWhatTheirNamesSay) {
  // An attacker fewer is worse for the attackers in every one.
  const Position full = position("mcgill", "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ a 0");
  const Position fewer = position("mcgill", "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3tt4/ a 0");
  EXPECT_GT(evaluate_partita(full), evaluate_partita(fewer));
  EXPECT_GT(evaluate_rudin(full), evaluate_rudin(fewer));
  EXPECT_GT(evaluate_material(full), evaluate_material(fewer));
}

TEST(TaflEvaluators, RudinPaysForBlockedDirectionsAndNeighbours) {
  const game::Score open = evaluate_rudin(position("mcgill", "/9/9/2K6/9/9/9/9/9/7t1/ a 10"));
  const game::Score blocked = evaluate_rudin(position("mcgill", "/9/9/2K4t1/9/9/9/9/9/9/ a 10"));
  const game::Score beside = evaluate_rudin(position("mcgill", "/9/9/2Kt5/9/9/9/9/9/9/ a 10"));
  EXPECT_GT(blocked, open);
  EXPECT_GT(beside, blocked);
  EXPECT_LT(blocked - open, 100) << "less than a piece";
  EXPECT_LT(beside - blocked, blocked - open);
}

TEST(TaflEvaluators, OneRoadIsBadTwoAreLost) {
  const auto value = [](std::string_view text) { return evaluate_partita(position("mcgill", text)); };
  const game::Score none = value("/2tKT4/9/2t6/9/9/9/9/9/9/ a 10");
  const game::Score one = value("/3KT4/9/2t6/2t6/9/9/9/9/9/ a 10");
  const game::Score two = value("/3K5/4T4/2t6/2t6/9/9/9/9/9/ a 10");
  EXPECT_GT(none, one);
  EXPECT_GT(one, two + 1000);
}

/// Step by step, as a rook goes.
Cells walked(Cells from, Cells open) {
  Cells reached = from;
  for_each_cell(from, [&](Square start) {
    for (std::size_t direction = 0; direction < 4; ++direction) {
      for (Square at = kGridTables.steps[start][direction].near; at != kNoSquare && has(open, at);
           at = kGridTables.steps[at][direction].near) {
        reached |= cell_of(at);
      }
    }
  });
  return reached;
}

TEST(TaflSlides, ReachWhatARookWalksTo) {
  base::Random random(15);
  for (const int size : {7, 9, 11}) {
    const Cells board = board_cells(size);
    for (int round = 0; round < 2'000; ++round) {
      Cells open = 0;
      Cells from = 0;
      const std::uint32_t openness = 20 + random.below(80);
      for_each_cell(board, [&](Square square) {
        if (random.below(100) < openness) open |= cell_of(square);
        if (random.below(12) == 0) from |= cell_of(square);
      });
      const Cells expected = walked(from, open);
      EXPECT_TRUE(slide_all<BoardWidth::kWhole>(from, open) == expected);
      EXPECT_TRUE(size == kStride || slide_all<BoardWidth::kNarrow>(from, open) == expected)
          << size << " squares a side";
    }
  }
}

}  // namespace
}  // namespace partita::games::tafl
