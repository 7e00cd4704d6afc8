#include "kit/conformance_tactics.h"

#include <cstdlib>
#include <map>

#include "games/tafl/random_positions.h"
#include "kit/effort.h"

namespace partita::games::tafl {
namespace {

class TaflTactics : public ::testing::TestWithParam<std::string_view> {};

/// Thin, usual and crowded boards: crowded ones bring stuck sides, thin ones open roads.
TEST_P(TaflTactics, AgreeWithBruteForceOnScatteredPieces) {
  const RuleSet* rules = rules_named(GetParam());
  base::Random random(20181);
  const int rounds = rules->size == 11 ? 150 : 500;
  for (const std::uint32_t attackers : {4U, 15U, 40U, 75U}) {
    for (const std::uint32_t defenders : {2U, 9U, 20U}) {
      for (int round = 0; round < rounds; ++round) {
        const Position pos = scattered(*rules, random, attackers, defenders);
        SCOPED_TRACE(Notation::write_position(pos));
        kit::check_tactics<Tafl>(pos);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, TaflTactics,
                         ::testing::Values("mcgill", "ashton", "linnaean", "brandubh", "fetlar", "copenhagen"),
                         [](const auto& row) { return std::string(row.param); });

/// A king at the edge with defenders about him, most places of a fort among them, and a few attackers.
Position nearly_a_fort(const RuleSet& rules, base::Random& random) {
  const Ground& ground = ground_of(rules);
  while (true) {
    const int last = rules.size - 1;
    const int file = 2 + static_cast<int>(random.below(static_cast<std::uint32_t>(last - 3)));
    const Square king = square_at(file, 0);
    PlacedPieces pieces;
    for_each_cell(ground.board & ~ground.no_stop[1] & ~cell_of(king), [&](Square square) {
      const bool is_near = std::abs(file_of(square) - file) <= 2 && rank_of(square) <= 2;
      const std::uint32_t draw = random.below(100);
      if (draw < (is_near ? 55U : 4U)) pieces.defenders |= cell_of(square);
      if (draw >= (is_near ? 96U : 92U) && !has(ground.no_stop[0], square)) pieces.attackers |= cell_of(square);
    });
    const Position pos(ground, pieces.attackers, pieces.defenders, king, Side::kDefenders, random.below(99));
    if (!pos.is_over()) return pos;
  }
}

/// Defenders within a ring of attackers that has a hole or two.
Position nearly_a_ring(const RuleSet& rules, base::Random& random) {
  const Ground& ground = ground_of(rules);
  const int middle = rules.size / 2;
  while (true) {
    PlacedPieces pieces;
    const std::uint32_t holes = 1 + random.below(2);
    for_each_cell(ground.board & ~ground.no_stop[0], [&](Square square) {
      const int away = std::max(std::abs(file_of(square) - middle), std::abs(rank_of(square) - middle));
      if (away == middle - 1 && random.below(32) >= holes) pieces.attackers |= cell_of(square);
      if (away == middle && random.below(100) < 12) pieces.attackers |= cell_of(square);
      if (away == middle && random.below(100) < 2) pieces.defenders |= cell_of(square) & ~pieces.attackers;
      if (away < middle - 1 && random.below(100) < 15) pieces.defenders |= cell_of(square);
    });
    const Square king = square_at(middle, middle);
    pieces.defenders &= ~cell_of(king);
    const Position pos(ground, pieces.attackers, pieces.defenders, king, Side::kAttackers, random.below(99));
    if (!pos.is_over()) return pos;
  }
}

/// What a move ends by a formation is found wherever it is, and nothing else is.
TEST(TaflFormations, AreFoundWhereAMoveMakesThem) {
  const RuleSet* rules = rules_named("copenhagen");
  base::Random random(404);
  std::map<Ending, int> endings;
  for (int round = 0; round < kit::samples(1200); ++round) {
    const Position pos = round % 2 == 0 ? nearly_a_fort(*rules, random) : nearly_a_ring(*rules, random);
    SCOPED_TRACE(Notation::write_position(pos));
    kit::check_immediate_win<Tafl>(pos);
    if (::testing::Test::HasFailure()) return;
    const Move win = Tafl::immediate_win(pos);
    if (win == Move{}) continue;
    Position after = pos;
    after.play(win);
    ++endings[after.end_kind()];
  }
  EXPECT_GE(endings[Ending::kExitFort], 5);
  EXPECT_GE(endings[Ending::kEncircled], 5);
}

Move move_of(const Position& pos, std::string_view text) { return *Notation::read_move(pos, text); }

TEST(TaflForcedReplies, OneRoadCanBeBlockedTwoCannot) {
  const Position one = position("mcgill", "/3K5/9/2t6/9/9/9/9/9/4t4/ a 10");
  game::MoveList<Tafl> list;
  EXPECT_EQ(Tafl::forced_replies(one, list), game::Threat::kLost) << "roads to a1 and i1";
  const Position other = position("mcgill", "/3KT4/9/2t6/9/9/9/9/9/9/ a 10");
  list.clear();
  ASSERT_EQ(Tafl::forced_replies(other, list), game::Threat::kForced);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_TRUE(list[0] == move_of(other, "c3-c1"));
}

TEST(TaflForcedReplies, DrawOnTheLastPlyIsNoLoss) {
  const Position pos = position("mcgill", "/3K5/9/2t6/9/9/9/9/9/4t4/ a 99");
  game::MoveList<Tafl> list;
  EXPECT_EQ(Tafl::forced_replies(pos, list), game::Threat::kNone);
}

TEST(TaflForcingMoves, CapturesAndEscapesAlone) {
  const Position pos = position("mcgill", "/9/9/9/9/9/T8/t2K5/9/9/ d 10");
  game::MoveList<Tafl> list;
  Tafl::generate_forcing_moves(pos, list);
  EXPECT_EQ(list.size(), 0u) << "the attacker's other side is out of reach";
  const Position near = position("mcgill", "/9/9/9/9/9/T8/t8/3K5/9/ d 10");
  Tafl::generate_forcing_moves(near, list);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_TRUE(list[0] == move_of(near, "d8-a8")) << "takes a7";
  const Position open = position("mcgill", "/3K5/9/9/9/9/9/9/9/1t7/ d 10");
  list.clear();
  Tafl::generate_forcing_moves(open, list);
  EXPECT_EQ(list.size(), 2u) << "to a1 and i1";
}

TEST(TaflChildKey, IsTheKeyAfterTheMove) {
  for (const char* name : {"mcgill", "ashton", "linnaean", "brandubh", "copenhagen"}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Position pos = Tafl::initial(rules_named(name));
      base::Random random(seed);
      for (int ply = 0; ply < 120 && !pos.is_over(); ++ply) {
        game::MoveList<Tafl> moves;
        Tafl::generate_moves(pos, moves);
        for (const Move move : moves) {
          Position after = pos;
          after.play(move);
          EXPECT_EQ(Tafl::child_key(pos, move), after.key())
              << Notation::write_position(pos) << " " << Notation::write_move(pos, move);
        }
        pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
    }
  }
}

TEST(TaflLegality, AgreesWithTheListForEveryPairOfSquares) {
  for (const char* name : {"mcgill", "ashton", "linnaean", "copenhagen"}) {
    Position pos = Tafl::initial(rules_named(name));
    base::Random random(7);
    for (int ply = 0; ply < 60 && !pos.is_over(); ++ply) {
      game::MoveList<Tafl> moves;
      Tafl::generate_moves(pos, moves);
      std::size_t legal = 0;
      for (int from = 0; from < kSquares; ++from) {
        for (int to = 0; to < kSquares; ++to) {
          const Move move(static_cast<Square>(from), static_cast<Square>(to));
          if (!Tafl::is_legal(pos, move)) continue;
          ++legal;
          EXPECT_TRUE(kit::contains<Tafl>(moves, move)) << Notation::write_position(pos) << " " << from << "-" << to;
        }
      }
      EXPECT_EQ(legal, moves.size()) << Notation::write_position(pos);
      pos.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace
}  // namespace partita::games::tafl
