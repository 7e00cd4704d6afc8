#include "kit/conformance_tactics.h"

#include "games/tafl/random_positions.h"

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
