#include <gtest/gtest.h>

#include "games/tafl/formations.h"
#include "games/tafl/golden_files.h"

/// Each special rule of the family on a board made for it; edge cases bear their names.
namespace partita::games::tafl {
namespace {

std::string captured_by(std::string_view rules, std::string_view text, std::string_view move) {
  const Position pos = position(rules, text);
  const auto read = Notation::read_move(pos, move);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error());
  if (!read) return "illegal";
  const std::string written = Notation::write_move(pos, *read);
  return written.find('x') == std::string::npos ? "" : written.substr(written.find('x') + 1);
}

Position after(std::string_view rules, std::string_view text, std::string_view move) {
  Position pos = position(rules, text);
  const auto read = Notation::read_move(pos, move);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error());
  if (read) pos.play(*read);
  return pos;
}

bool is_legal(std::string_view rules, std::string_view text, std::string_view move) {
  return Notation::read_move(position(rules, text), move).ok();
}

// ---- throne

TEST(TaflThrone, HostileToDefendersWithTheKingOnItOnlyInMcgill) {
  const std::string_view text = "/9/9/9/9/4KT1t1/9/9/9/9/ a 4";
  EXPECT_EQ(captured_by("mcgill", text, "h5-g5"), "f5");
  const std::string_view linnaean = "/9/4t4/9/9/4KT1t1/9/9/9/9/ a 4";
  EXPECT_EQ(captured_by("linnaean", linnaean, "h5-g5"), "") << "his throne shelters his own soldiers";
}

TEST(TaflThrone, EmptyHostileToBoth) {
  EXPECT_EQ(captured_by("mcgill", "/9/9/1K7/9/5T1t1/9/9/9/9/ a 4", "h5-g5"), "f5");
  EXPECT_EQ(captured_by("mcgill", "/9/9/1K7/9/5t1T1/9/9/9/1t7/ d 4", "h5-g5"), "f5");
  EXPECT_EQ(captured_by("brandubh", "/7/7/1K5/4T1t/7/7/7/ a 4", "g4-f4"), "e4");
}

TEST(TaflThrone, StopAndCross) {
  const std::string_view text = "/9/9/1K7/9/2t6/9/9/9/1T7/ a 4";
  EXPECT_TRUE(is_legal("mcgill", text, "c5-g5")) << "soldiers cross the empty centre";
  EXPECT_FALSE(is_legal("mcgill", text, "c5-e5")) << "but do not stop on it";
  EXPECT_FALSE(is_legal("ashton", text, "c5-g5"));
  EXPECT_TRUE(is_legal("linnaean", text, "c5-g5"));
  const std::string_view king = "/9/9/9/9/2K6/9/9/9/1t7/ d 4";
  EXPECT_TRUE(is_legal("mcgill", king, "c5-e5")) << "the king may return";
  EXPECT_FALSE(is_legal("ashton", king, "c5-e5"));
  EXPECT_FALSE(is_legal("linnaean", king, "c5-e5"));
  EXPECT_TRUE(is_legal("linnaean", king, "c5-g5"));
  EXPECT_FALSE(is_legal("ashton", king, "c5-g5"));
}

// ---- king

TEST(TaflKing, StrongAtTheThroneWeakElsewhere) {
  EXPECT_EQ(captured_by("mcgill", "/9/9/9/4t4/2t1Kt3/4t4/9/9/9/ a 4", "c5-d5"), "e5") << "four sides";
  EXPECT_EQ(captured_by("mcgill", "/9/9/9/9/2t1Kt3/4t4/9/9/9/ a 4", "c5-d5"), "") << "three are not enough";
  EXPECT_EQ(captured_by("mcgill", "/9/9/4t4/3tK1t2/9/9/9/9/9/ a 4", "g4-f4"), "e4") << "three beside the throne";
  EXPECT_EQ(captured_by("mcgill", "/9/9/9/3tK1t2/9/9/9/9/9/ a 4", "g4-f4"), "") << "two beside the throne";
  EXPECT_EQ(captured_by("mcgill", "/9/9/3tK1t2/9/9/9/9/9/9/ a 4", "g3-f3"), "e3") << "two in the open";
  EXPECT_EQ(captured_by("mcgill", "/1K1t5/9/9/9/9/9/9/9/9/ a 4", "d1-c1"), "b1") << "against a corner";
}

TEST(TaflKing, NeedsFourSidesOnElevenSquares) {
  EXPECT_EQ(captured_by("fetlar", "/11/3t7/2tKt6/5t5/11/11/11/11/11/11/11/ a 4", "f4-d4"), "d3");
  EXPECT_EQ(captured_by("fetlar", "/3K7/2t1t6/3t7/11/11/11/11/11/11/11/11/ a 4", "c2-c1"), "") << "never at the edge";
  EXPECT_EQ(captured_by("fetlar", "/11/11/11/5t5/4tK2t2/11/11/11/11/11/11/ a 4", "i5-g5"), "f5")
      << "three and the throne";
}

TEST(TaflKing, MayMoveBetweenTwoAttackers) {
  EXPECT_FALSE(after("mcgill", "/9/9/3t1t3/9/9/9/9/4K4/9/ d 4", "e8-e3").is_over());
}

// ---- corners

TEST(TaflCorners, HostileWhereTheRulesSaySo) {
  EXPECT_EQ(captured_by("mcgill", "/1T1t5/9/9/9/4K4/9/9/9/9/ a 4", "d1-c1"), "b1");
  EXPECT_EQ(captured_by("copenhagen", "/1T1t7/11/11/11/11/5K5/11/11/11/11/11/ a 4", "d1-c1"), "b1");
  EXPECT_EQ(captured_by("linnaean", "/1T1t5/9/9/9/4K4/9/9/9/9/ a 4", "d1-c1"), "") << "no corners there";
  EXPECT_FALSE(is_legal("mcgill", "/1T1t5/9/9/9/4K4/9/9/9/9/ d 4", "b1-a1"));
  EXPECT_TRUE(is_legal("linnaean", "/1T1t5/9/9/9/4K4/9/9/9/9/ d 4", "b1-a1"));
}

// ---- camps

TEST(TaflCamps, ShelterAttackersInside) {
  // e2 stands in a camp: the camp square e1 behind it is no anvil, though it would be for a piece outside.
  EXPECT_EQ(captured_by("ashton", "/9/4t4/9/4T4/4K4/9/9/9/t8/ d 4", "e4-e3"), "");
  EXPECT_EQ(captured_by("ashton", "/9/3t5/9/3T5/4K4/9/9/9/t8/ d 4", "d4-d3"), "d2")
      << "against the empty camp square d1";
}

TEST(TaflCamps, NobodyReturns) {
  const std::string_view text = "/9/9/9/t8/9/9/2t6/2K6/9/ a 4";
  EXPECT_TRUE(is_legal("ashton", text, "a4-a5")) << "inside its own camp";
  EXPECT_TRUE(is_legal("ashton", text, "a4-a9")) << "through its own camp";
  EXPECT_FALSE(is_legal("ashton", "/9/9/9/9/9/9/t8/2K6/9/ a 4", "a7-a6")) << "once out, never in";
  EXPECT_FALSE(is_legal("ashton", "/9/9/9/9/9/t8/9/2K6/9/ a 4", "a6-i6")) << "another camp";
}

// ---- linnaean capture

TEST(TaflLinnaeanCapture, TakesTheFourthBesideTheCastle) {
  EXPECT_EQ(captured_by("linnaean", "/9/9/9/4t4/3tKT1t1/4t4/9/9/9/ a 4", "h5-g5"), "f5");
  EXPECT_EQ(captured_by("linnaean", "/9/9/9/4t4/3tKT1t1/4T4/9/9/9/ a 4", "h5-g5"), "") << "two defenders beside him";
  EXPECT_EQ(captured_by("brandubh", "/7/7/3t3/2tKT1t/3t3/7/7/ a 4", "g4-f4"), "") << "not in brandubh";
}

// ---- shieldwall

TEST(TaflShieldwall, TakesARowAtTheEdge) {
  const std::string_view text = "/2tTT2t3/3tt6/11/11/11/5K5/11/11/11/11/11/ a 4";
  EXPECT_EQ(captured_by("copenhagen", text, "h1-f1"), "d1/e1");
  EXPECT_EQ(captured_by("fetlar", text, "h1-f1"), "") << "not in fetlar";
}

TEST(TaflShieldwall, CornerMayHoldOneEnd) {
  EXPECT_EQ(captured_by("copenhagen", "/1TT2t5/1tt8/11/11/11/5K5/11/11/11/11/11/ a 4", "f1-d1"), "b1/c1");
}

TEST(TaflShieldwall, DefendersAndTheirKingMayCloseIt) {
  EXPECT_EQ(captured_by("copenhagen", "/2Ttt2K3/3TT6/11/11/11/11/11/11/11/11/1t9/ d 4", "h1-f1"), "d1/e1");
}

TEST(TaflShieldwall, KingInTheRowStays) {
  EXPECT_EQ(captured_by("copenhagen", "/2tTKT1t3/3ttt5/11/11/11/11/11/11/11/11/11/ a 4", "h1-g1"), "d1/f1");
}

TEST(TaflShieldwall, NeedsEveryFrontAndAFlankingMove) {
  EXPECT_EQ(captured_by("copenhagen", "/2tTT2t3/3t7/11/11/11/5K5/11/11/11/11/11/ a 4", "h1-f1"), "")
      << "one front open";
  EXPECT_EQ(captured_by("copenhagen", "/2tTTt5/3t7/4t6/11/11/5K5/11/11/11/11/11/ a 4", "e3-e2"), "")
      << "closed from the front";
  EXPECT_EQ(captured_by("copenhagen", "/2tT1T1t3/3t1t5/11/11/11/5K5/11/11/11/11/11/ a 4", "h1-g1"), "")
      << "a gap in the row";
}

// ---- exit fort

TEST(TaflExitFort, KingAtTheEdgeBehindAnUnbreakableWall) {
  const std::string_view closed = "/2T1K1T4/3TTT5/11/11/11/11/11/11/11/t9t/11/ a 4";
  EXPECT_EQ(Notation::ending(position("copenhagen", closed)), "exit-fort");
  EXPECT_EQ(outcome(position("copenhagen", closed)), "d");
  EXPECT_EQ(Notation::ending(position("fetlar", closed)), "") << "no such rule in fetlar";
}

TEST(TaflExitFort, IsReachedByAMove) {
  const Position pos = after("copenhagen", "/2T1K1T4/3TT6/5T5/11/11/11/11/11/11/t9t/11/ d 4", "f3-f2");
  EXPECT_EQ(Notation::ending(pos), "exit-fort");
}

TEST(TaflExitFort, OpenOrWatchedFortsDoNotCount) {
  EXPECT_FALSE(has_exit_fort(position("copenhagen", "/2T1K1T4/3T1T5/11/11/11/11/11/11/11/t9t/11/ a 4"))) << "a hole";
  EXPECT_FALSE(has_exit_fort(position("copenhagen", "/2T1K1T4/3TtT5/11/11/11/11/11/11/11/t9t/11/ a 4")))
      << "an attacker in the wall";
  EXPECT_FALSE(has_exit_fort(position("copenhagen", "/3TKT5/4T6/11/11/11/11/11/11/11/t9t/11/ a 4")))
      << "the king cannot move";
  EXPECT_FALSE(has_exit_fort(position("copenhagen", "/11/2T1K1T4/3TTT5/11/11/11/11/11/11/t9t/11/ a 4")))
      << "not at the edge";
}

TEST(TaflExitFort, BreakableWallsDoNotCount) {
  EXPECT_FALSE(has_exit_fort(position("copenhagen", "/3T1KT4/3T1T5/4T6/11/11/11/11/11/11/t9t/11/ a 4"))) << "e3 falls";
  EXPECT_TRUE(has_exit_fort(position("copenhagen", "/3T1KT4/3T1T5/3TTT5/11/11/11/11/11/11/t9t/11/ a 4")))
      << "e3 is held";
}

// ---- encirclement

TEST(TaflEncirclement, NoRoadToTheEdge) {
  const std::string_view text = "/11/11/11/4ttt4/3tTTTt3/3tTKTt3/3tTTTt3/4ttt4/11/10t/11/ a 4";
  const Position closed = position("copenhagen", text);
  EXPECT_TRUE(are_defenders_encircled(closed));
  EXPECT_EQ(Notation::ending(closed), "encircled");
  EXPECT_EQ(outcome(closed), "a");
}

TEST(TaflEncirclement, ClosedByAMove) {
  const std::string_view text = "/11/11/11/4ttt4/3tT1Tt3/3tTKTt3/3tTTTt3/4t1t4/11/5t5/11/ a 4";
  for (const char* rules : {"fetlar", "copenhagen"}) {
    EXPECT_EQ(Notation::ending(position(rules, text)), "");
    EXPECT_EQ(Notation::ending(after(rules, text, "f10-f8")), "encircled");
    EXPECT_EQ(Notation::ending(after(rules, text, "f10-e10")), "");
  }
}

TEST(TaflEncirclement, OneDefenderOutsideIsEnoughToGoOn) {
  EXPECT_FALSE(
      are_defenders_encircled(position("copenhagen", "/1T9/11/11/4ttt4/3tT1Tt3/3tTKTt3/3tTTTt3/4ttt4/11/11/11/ d 4")));
}

// ---- stuck, ply limit, repetition

TEST(TaflStuck, EitherSideLosesInMcgill) {
  const Position shut = position("mcgill", "/9/9/9/4t4/3tKt3/4t4/9/9/9/ a 4");
  EXPECT_EQ(Notation::ending(shut), "stuck");
  EXPECT_EQ(outcome(shut), "a");
  EXPECT_EQ(Notation::ending(position("brandubh", "/7/7/3t3/2tKt2/3t3/7/7/ a 4")), "") << "only the side to move";
}

TEST(TaflPlyLimit, AWinOnTheLastPlyCounts) {
  EXPECT_EQ(Notation::ending(after("mcgill", "/3K5/9/9/9/9/9/9/9/4t4/ d 99", "d1-a1")), "king-escaped");
  const Position drawn = after("mcgill", "/9/3K5/9/9/9/9/9/9/4t4/ d 99", "d2-d3");
  EXPECT_EQ(Notation::ending(drawn), "ply-limit");
  EXPECT_EQ(outcome(drawn), "=");
  EXPECT_EQ(Notation::ending(after("linnaean", "/9/3K5/9/9/9/9/9/9/4t4/ d 99", "d2-d3")), "");
}

TEST(TaflRepetition, LimitsAndPayoffsByRuleSet) {
  const auto payoff = [](const char* rules, Side side) {
    const Position pos = Tafl::initial(rules_named(rules));
    return pos.repetition_payoff(pos.seat_of(side));
  };
  EXPECT_EQ(Tafl::initial(rules_named("mcgill")).repetition_limit(), 0);
  EXPECT_EQ(Tafl::initial(rules_named("ashton")).repetition_limit(), 2);
  for (const char* rules : {"linnaean", "brandubh", "fetlar", "copenhagen"}) {
    EXPECT_EQ(Tafl::initial(rules_named(rules)).repetition_limit(), 3);
  }
  EXPECT_EQ(payoff("ashton", Side::kAttackers), game::kPoint / 2);
  EXPECT_EQ(payoff("fetlar", Side::kDefenders), game::kPoint / 2);
  EXPECT_EQ(payoff("copenhagen", Side::kAttackers), game::kPoint);
  EXPECT_EQ(payoff("copenhagen", Side::kDefenders), 0);
}

TEST(TaflRepetition, CapturesCannotBeTakenBack) {
  Position pos = position("mcgill", "/9/9/1K7/9/5T1t1/9/9/9/9/ a 4");
  play(pos, "h5-h6");
  EXPECT_EQ(pos.reversible_plies(), 1);
  play(pos, "b3-b4");
  play(pos, "h6-h5");
  play(pos, "b4-b3");
  EXPECT_EQ(pos.reversible_plies(), 4);
  play(pos, "h5-g5xf5");
  EXPECT_EQ(pos.reversible_plies(), 0);
}

/// On 11x11 the rank beyond the last one still has bits in a set: none of them is a square to go to.
TEST(TaflStuck, AKingShutInOnTheLastRankHasNoMove) {
  const Position pos = position("fetlar", "/2tt4t2/11/1t8t/t6t2t/2t1t6/6ttt2/4t6/10t/3t6t/1t1t5t1/2tKt2t3/ d 69");
  EXPECT_TRUE(pos.is_over());
  EXPECT_EQ(pos.end_kind(), Ending::kDefendersStuck);
  const Position before = position("fetlar", "/2tt4t2/11/1t8t/t6t2t/2t1t6/6ttt2/4t6/10t/3t6t/1t1t5t1/2tK1t1t3/ a 68");
  Position after = before;
  after.play(*Notation::read_move(before, "f11-e11"));
  EXPECT_EQ(after.end_kind(), Ending::kDefendersStuck);
}

/// A few pieces shut in by many, most of them at the edges: whoever is to move has a move, or the game is over.
TEST(TaflStuck, WhoeverHasNoMoveHasLost) {
  base::Random random(5);
  int stuck = 0;
  for (const RuleSet& rules : rule_sets()) {
    const Ground& ground = ground_of(rules);
    for (int round = 0; round < 3000; ++round) {
      const Side side = random.below(2) == 0 ? Side::kAttackers : Side::kDefenders;
      const Square corner =
          square_at(random.below(2) == 0 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(rules.size))),
                    random.below(2) == 0 ? rules.size - 1 : 0);
      const Cells stoppable = ground.board & ~ground.no_stop[0] & ~ground.no_stop[1];
      const Cells few = cell_of(corner) & stoppable;
      if (few == 0) continue;
      const Cells ring = (beside(few) | (random.below(3) == 0 ? beside(beside(few)) : Cells{0})) & stoppable & ~few;
      Square king = square_at(static_cast<int>(random.below(static_cast<std::uint32_t>(rules.size))),
                              1 + static_cast<int>(random.below(static_cast<std::uint32_t>(rules.size - 2))));
      Cells attackers = side == Side::kAttackers ? few : ring;
      Cells defenders = side == Side::kAttackers ? ring : Cells{0};
      if (side == Side::kDefenders) king = corner;
      if (has(attackers | defenders, king) || has(ground.no_stop[index_of(Kind::kKing)], king)) continue;
      const Position pos(ground, attackers, defenders, king, side, 10);
      if (pos.is_over()) {
        stuck += pos.end_kind() == Ending::kAttackersStuck || pos.end_kind() == Ending::kDefendersStuck ? 1 : 0;
        continue;
      }
      game::MoveList<Tafl> moves;
      Tafl::generate_moves(pos, moves);
      EXPECT_FALSE(moves.empty()) << rules.name << " " << Notation::write_position(pos);
    }
  }
  EXPECT_GT(stuck, 100);
}

}  // namespace
}  // namespace partita::games::tafl
