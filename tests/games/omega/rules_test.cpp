#include <gtest/gtest.h>

#include <algorithm>

#include "games/omega/tables.h"
#include "kit/conformance.h"

namespace partita::games::omega {
namespace {

using testing::flooded_groups;
using testing::flooded_scores;
using testing::position_of;
using testing::read_table;
using testing::rules_for;

static_assert(game::Game<Omega>);
static_assert(game::HasTurns<Omega> && game::HasPass<Omega> && game::HasSymmetries<Omega>);
static_assert(game::HasMoveProbe<Omega> && game::HasMoveHints<Omega> && game::HasPerftSums<Omega>);
static_assert(game::HasEvaluationTerms<Omega> && game::HasKnownMoves<Omega> && game::HasScores<Omega>);

TEST(OmegaConformance, EverySideAndNumberOfPlayers) {
  for (int players = 2; players <= 4; ++players) {
    for (const int side : {3, 4, 5, 6, 10}) {
      kit::Effort effort;
      effort.playouts = side == 10 ? 1 : 4;
      effort.deep_every = side == 10 ? 60 : 9;
      kit::run_conformance<Omega>(rules_for(side, players), effort);
    }
  }
}

TEST(OmegaConformance, TieAndPieOptions) {
  Rules rules;
  rules.side = 3;
  rules.tie = TieRule::kDraw;
  rules.pie = true;
  kit::Effort effort;
  effort.playouts = 30;
  kit::run_conformance<Omega>(rules, effort);
}

TEST(OmegaPositions, DataRows) {
  for (const auto& row : read_table("positions.tsv")) {
    SCOPED_TRACE(row[0]);
    const Position pos = position_of(row[0]);
    EXPECT_EQ(Notation::write_position(pos), row[0]);
    EXPECT_EQ(pos.is_over(), row[1] == "1");
    EXPECT_EQ(base::join(Omega::scores(pos), ","), row[2]);
    EXPECT_EQ(base::join(flooded_scores(pos), ","), row[2]);
    const auto groups = base::split(row[3], ';');
    std::vector<std::vector<int>> sizes(groups.size());
    pos.for_each_group([&](int, Colour colour, int size) { sizes[colour].push_back(size); });
    for (std::size_t colour = 0; colour < groups.size(); ++colour) {
      std::vector<int> expected;
      if (groups[colour] != "-") {
        for (const auto number : base::split(groups[colour], ','))
          expected.push_back(static_cast<int>(*base::read_int(number)));
      }
      std::sort(expected.begin(), expected.end());
      std::sort(sizes[colour].begin(), sizes[colour].end());
      EXPECT_EQ(sizes[colour], expected);
    }
  }
}

TEST(OmegaTrace, ScoresAfterEveryStone) {
  for (const auto& row : read_table("trace.tsv")) {
    SCOPED_TRACE(row[2]);
    Position pos(rules_for(std::stoi(row[0]), std::stoi(row[1])));
    const auto stones = base::words(row[2]);
    const auto scores = base::words(row[3]);
    ASSERT_EQ(stones.size(), scores.size());
    for (std::size_t i = 0; i < stones.size(); ++i) {
      const auto move = Notation::read_move(pos, stones[i]);
      ASSERT_TRUE(move.ok()) << move.error();
      pos.play(*move);
      EXPECT_EQ(base::join(Omega::scores(pos), ","), scores[i]) << stones[i];
    }
  }
}

void check_game(const std::vector<std::string>& row) {
  const int players = std::stoi(row[1]);
  Position pos(rules_for(std::stoi(row[0]), players));
  int turns = 0;
  if (row[3] != "-") {
    for (const auto text : base::words(row[3])) {
      ASSERT_FALSE(pos.is_over()) << "before turn " << turns + 1;
      const auto turn = Notation::read_turn(pos, text);
      ASSERT_TRUE(turn.ok()) << turn.error();
      EXPECT_EQ(Notation::write_turn(pos, *turn), text);
      for (const Move move : *turn) pos.play(move);
      ++turns;
    }
  }
  ASSERT_TRUE(pos.is_over());
  EXPECT_EQ(turns, pos.cells() / (players * players) * players);
  EXPECT_EQ(base::join(Omega::scores(pos), ","), row[4]);
  EXPECT_EQ(pos.payoff(static_cast<game::Seat>(std::stoi(row[6]) - 1)), game::kPoint);
  Rules draws = pos.rules();
  draws.tie = TieRule::kDraw;
  const Position shared = position_of(Notation::write_position(pos), draws);
  int winner = 0;
  for (int seat = 0; seat < players; ++seat) {
    if (shared.payoff(static_cast<game::Seat>(seat)) == game::kPoint) winner = seat + 1;
  }
  EXPECT_EQ(winner, std::stoi(row[5]));
}

TEST(OmegaGames, EveryGameEndsAsStated) {
  for (const char* name : {"games_p2.tsv", "games_p3.tsv", "games_p4.tsv"}) {
    int line = 1;
    for (const auto& row : read_table(name)) {
      SCOPED_TRACE(std::string(name) + " line " + std::to_string(++line));
      check_game(row);
    }
  }
}

TEST(OmegaGroups, UnionFindEqualsFloodFillThroughPlayAndRetract) {
  base::Random random(5);
  for (int game = 0; game < 40; ++game) {
    Position pos(rules_for(2 + game % 9, 2 + game % 3));
    std::vector<std::pair<Move, Undo>> past;
    const auto check = [&] {
      ASSERT_EQ(Omega::scores(pos), flooded_scores(pos)) << Notation::write_position(pos);
      const auto groups = flooded_groups(pos);
      for (std::size_t colour = 0; colour < groups.size(); ++colour) {
        std::int32_t log_score = 0;
        for (const int size : groups[colour]) log_score += kLogOfSize[static_cast<std::size_t>(size)];
        EXPECT_EQ(pos.log_score(static_cast<int>(colour)), log_score);
      }
    };
    while (!pos.is_over()) {
      const int left = pos.plies_left();
      std::vector<Move> moves;
      Omega::generate_human_moves(pos, moves);
      const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      past.emplace_back(move, pos.play(move));
      EXPECT_EQ(pos.plies_left(), left - 1);
      if (random.below(4) == 0) check();
    }
    EXPECT_EQ(pos.plies_left(), 0);
    for (; !past.empty(); past.pop_back()) {
      if (random.below(4) == 0) check();
      pos.retract(past.back().first, past.back().second);
    }
    EXPECT_EQ(pos, Position(pos.rules()));
  }
}

TEST(OmegaEnd, SideTwoWithThreePlayersIsOverAtTheStart) {
  EXPECT_TRUE(Position(rules_for(2, 3)).is_over());
  EXPECT_TRUE(Position(rules_for(2, 4)).is_over());
  EXPECT_FALSE(Position(rules_for(2, 2)).is_over());
}

TEST(OmegaEnd, TwoFreeCellsBeforeBlacksTurnIsNotTheEnd) {
  const Position pos = position_of("2 2 WB/BWW/2 2 WB");
  EXPECT_FALSE(pos.is_over());
  EXPECT_EQ(pos.plies_left(), 2);
  EXPECT_TRUE(position_of("2 2 WB/BWW/2 1 WB").is_over());
}

TEST(OmegaTies, LastOfTheTiedWinsOrAllShare) {
  const std::string tied = "3 3 WBR/4/5/4/3 1 WBR";
  Position pos = position_of(tied);
  EXPECT_EQ(pos.payoff(0), 0);
  EXPECT_EQ(pos.payoff(2), game::kPoint);
  Rules draws;
  draws.tie = TieRule::kDraw;
  pos = position_of(tied, draws);
  for (game::Seat seat = 0; seat < 3; ++seat) EXPECT_EQ(pos.payoff(seat), game::kPoint / 3);
  // White and Black share the highest score 2, Red has 1.
  pos = position_of("3 3 WWR/4/BB3/4/3 1 WBR", draws);
  EXPECT_EQ(pos.payoff(0), game::kPoint / 2);
  EXPECT_EQ(pos.payoff(1), game::kPoint / 2);
  EXPECT_EQ(pos.payoff(2), 0);
  pos = position_of("3 3 WWR/4/BB3/4/3 1 WBR");
  EXPECT_EQ(pos.payoff(1), game::kPoint);
}

TEST(OmegaPie, SwapChangesSeatsNotStones) {
  Rules rules;
  rules.side = 3;
  rules.pie = true;
  Position pos(rules);
  const auto first = Notation::read_turn(pos, "A1/C3");
  ASSERT_TRUE(first.ok());
  for (const Move move : *first) pos.play(move);
  EXPECT_TRUE(pos.can_swap());
  const Position before = pos;
  const auto swap = Notation::read_move(pos, "swap");
  ASSERT_TRUE(swap.ok());
  const Undo undo = pos.play(*swap);
  EXPECT_EQ(pos.to_move(), 0) << "who began now plays Black, whose turn it is";
  EXPECT_EQ(pos.ply(), 3);
  EXPECT_EQ(Omega::seat_name(pos, 0), "Black");
  EXPECT_FALSE(pos.can_swap());
  EXPECT_EQ(Notation::write_position(pos), "3 2 W2/4/2B2/4/3 2 WB swapped");
  EXPECT_EQ(position_of(Notation::write_position(pos), rules), pos);
  pos.retract(*swap, undo);
  EXPECT_EQ(pos, before);
  EXPECT_FALSE(Notation::read_move(Position(rules), "swap").ok());
}

}  // namespace
}  // namespace partita::games::omega
