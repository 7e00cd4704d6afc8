#include "study/proof_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "solve/verifier.h"
#include "study/atlas.h"
#include "study/proven_lines.h"
#include "study/shipped_strategies.h"

namespace partita::study {
namespace {

const base::OptionValues kSide10 = {{"side", "10"}};

catalog::AnyPosition start_of_andantino() { return *catalog::AnyPosition::initial("andantino", kSide10); }

TEST(ProofStore, TheStartIsLostForWhiteWithinFiftyTwoPlies) {
  const auto known = shipped_proofs().ask(start_of_andantino());
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->result, Proven::Result::kLoss);
  EXPECT_EQ(known->plies, 52) << "the longest line of the shorter strategy, as verify says";
  ASSERT_EQ(known->moves.size(), 6U);
  for (const ProvenMove& move : known->moves) EXPECT_EQ(move.plies, 52) << "all six are images of each other";
}

// Against the strategy White plays anything; wherever that leads, both sides to move are proven and the bound goes
// down.
TEST(ProofStore, NothingIsForgottenAlongTheStrategy) {
  base::Random random(31);
  for (int game = 0; game < 30; ++game) {
    catalog::AnyPosition position = start_of_andantino();
    int bound = 53;
    while (!position.is_over()) {
      const auto known = shipped_proofs().ask(position);
      ASSERT_TRUE(known.has_value()) << position.text();
      const bool is_black = position.to_move() == 1;
      ASSERT_EQ(known->result == Proven::Result::kWin, is_black) << position.text();
      ASSERT_LT(known->plies, bound) << position.text();
      bound = known->plies;
      const auto moves = position.legal_moves();
      const std::string move =
          is_black ? known->moves.front().move : moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      ASSERT_TRUE(position.play(move).ok());
    }
    EXPECT_EQ(position.ending().payoff[1], catalog::kPoint);
  }
}

// Black has left the strategies, and only the atlas knows that White is lost all the same.
TEST(ProofStore, WhoeverIsLostStaysLostWhateverHePlays) {
  catalog::AnyPosition position = start_of_andantino();
  for (const char* move : {"K10", "K11", "J9", "L11", "I9", "L12"}) ASSERT_TRUE(position.play(move)) << move;
  const auto lost = shipped_proofs().ask(position);
  ASSERT_TRUE(lost && lost->result == Proven::Result::kLoss);
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    ASSERT_TRUE(after.play(move)) << move;
    const auto won = shipped_proofs().ask(after);
    ASSERT_TRUE(won.has_value()) << move;
    EXPECT_EQ(won->result, Proven::Result::kWin) << move;
    EXPECT_GT(won->plies, 0) << move;
    EXPECT_LT(won->plies, lost->plies) << move;
  }
}

// Where the winner plays the move that is known to win, the other has lost, and stays lost after his next move.
TEST(ProofStore, AWinIsNotForgottenOnceTheWinningMoveIsPlayed) {
  catalog::AnyPosition position = start_of_andantino();
  for (const char* move : {"I10", "J11", "I11", "H10", "I9", "J9"}) ASSERT_TRUE(position.play(move)) << move;
  const auto won = shipped_proofs().ask(position);
  ASSERT_TRUE(won && won->result == Proven::Result::kWin && !won->moves.empty());
  ASSERT_TRUE(position.play(won->moves.front().move));
  const auto lost = shipped_proofs().ask(position);
  ASSERT_TRUE(lost.has_value());
  EXPECT_EQ(lost->result, Proven::Result::kLoss);
  EXPECT_EQ(lost->plies, won->plies - 1);
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    ASSERT_TRUE(after.play(move)) << move;
    const auto still = shipped_proofs().ask(after);
    ASSERT_TRUE(still.has_value()) << move;
    EXPECT_EQ(still->result, Proven::Result::kWin) << move;
  }
}

TEST(ProofStore, OffTheStrategiesNothingIsClaimed) {
  const auto small = catalog::AnyPosition::initial("andantino", {{"side", "5"}});
  EXPECT_FALSE(shipped_proofs().ask(*small).has_value());
  EXPECT_FALSE(shipped_proofs().ask(*catalog::AnyPosition::initial("hex", {})).has_value());
  base::StopFlag raised;
  raised.raise();
  EXPECT_FALSE(shipped_proofs().ask(start_of_andantino(), &raised).has_value());
}

// The quick count and the verifier, which knows nothing but the rules, say the same.
TEST(ProofStore, CountsWhatTheVerifierCounts) {
  const auto strategies = shipped_strategies("andantino", start_of_andantino().rules());
  ASSERT_FALSE(strategies.empty());
  const auto strategy = strategies.front();
  base::Random random(7);
  int compared = 0;
  for (int game = 0; game < 400 && compared < 6; ++game) {
    catalog::AnyPosition position = start_of_andantino();
    while (!position.is_over() && position.ply() < 8 + game % 5) {
      const auto reply = strategy->reply(position);
      const auto moves = position.legal_moves();
      ASSERT_TRUE(position.play(reply ? *reply : moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    if (position.is_over() || strategy->longest_line(position, nullptr).value_or(0) < 8) continue;
    ++compared;
    catalog::Certificate part = strategy->certificate();
    part.claim.position = position.text();
    const auto checked = catalog::verify_certificate(part, catalog::Rim::kAllowed);
    ASSERT_TRUE(checked.ok());
    EXPECT_EQ(strategy->longest_line(position, nullptr), checked->longest_line) << position.text();
  }
  EXPECT_EQ(compared, 6);
}

catalog::LineReport line_of(const std::string& move, double share) {
  catalog::LineReport line;
  line.pv = {move};
  line.score.win = share;
  line.score.by_seat = {1 - share, share};
  return line;
}

TEST(ProofStore, PutsAnEnginesLinesRight) {
  catalog::AnyPosition position = start_of_andantino();
  ASSERT_TRUE(position.play(position.legal_moves().front()).ok());
  const auto known = shipped_proofs().ask(position);
  ASSERT_TRUE(known.has_value());
  const auto own = proven_lines(*known, position, 3, nullptr);
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own.front().score.distance, known->plies);
  EXPECT_GE(own.front().pv.size(), 4U);
  std::string other;
  for (const std::string& move : position.legal_moves()) {
    const bool is_proven =
        std::any_of(known->moves.begin(), known->moves.end(), [&](const auto& one) { return one.move == move; });
    if (!is_proven) other = move;
  }
  std::vector<catalog::LineReport> engine = {line_of(known->moves.front().move, 0.4)};
  if (!other.empty()) engine.insert(engine.begin(), line_of(other, 0.7));
  const auto lines = put_right(*known, own, engine, position, 3);
  EXPECT_EQ(proven_sign(lines.front().score), 1);
  EXPECT_EQ(lines.front().pv.front(), known->moves.front().move);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].rank, static_cast<int>(i) + 1);
  const std::string last = other.empty() ? lines.back().pv.front() : other;
  EXPECT_EQ(lines.back().pv.front(), last) << "an estimate comes after what is proven";
}

/// After I9 J9 I10 Black wins by I8 and by J11, K10 loses, and of H9 nothing is known.
TEST(ProofStore, LinesAreDecidedByWhatIsKnownAfterTheirMoves) {
  catalog::AnyPosition position = start_of_andantino();
  for (const char* move : {"I9", "J9", "I10"}) ASSERT_TRUE(position.play(move).ok());
  const auto ask = [](const catalog::AnyPosition& after) { return shipped_proofs().ask(after); };
  const auto lines = decided_by_replies(
      {line_of("K10", 0.8), line_of("H9", 0.6), line_of("I8", 0.5), line_of("J11", 0.4)}, position, ask);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].pv.front(), "J11") << "the shorter of two wins";
  EXPECT_EQ(lines[1].pv.front(), "I8");
  EXPECT_EQ(lines[2].pv.front(), "H9");
  EXPECT_EQ(lines[3].pv.front(), "K10");
  EXPECT_EQ(proven_sign(lines[0].score), 1);
  EXPECT_EQ(proven_sign(lines[1].score), 1);
  EXPECT_EQ(proven_sign(lines[2].score), std::nullopt);
  EXPECT_EQ(lines[2].score.win, 0.6) << "an estimate stays";
  EXPECT_EQ(proven_sign(lines[3].score), -1);
  EXPECT_DOUBLE_EQ(lines[3].score.by_seat.at(0), 1) << "White wins";
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].rank, static_cast<int>(i) + 1);
}

TEST(ProofStore, ADrawIsKnownToo) {
  const auto position = *catalog::AnyPosition::initial("andantino", {{"side", "4"}});
  const auto known = shipped_proofs().ask(position);
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->result, Proven::Result::kDraw);
  EXPECT_TRUE(known->moves.empty());
  // An engine that thinks highly of a move plays it, and the position stays what it is.
  const std::string move = position.legal_moves().front();
  const auto lines = put_right(*known, proven_lines(*known, position, 3, nullptr), {line_of(move, 0.7)}, position, 3);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].pv.front(), move);
  EXPECT_FALSE(atlas_proof(*catalog::AnyPosition::initial("omega", {{"side", "3"}, {"players", "3"}})).has_value())
      << "nobody's win against all others is no draw";
}

TEST(ProofStore, LinesOfWhichNothingIsKnownStayAsTheyAre) {
  const catalog::AnyPosition position = *catalog::AnyPosition::initial("tafl", {});
  const auto ask = [](const catalog::AnyPosition& after) { return shipped_proofs().ask(after); };
  const auto moves = position.legal_moves();
  const auto lines = decided_by_replies({line_of(moves[1], 0.2), line_of(moves[0], 0.6)}, position, ask);
  EXPECT_EQ(lines[0].pv.front(), moves[1]);
  EXPECT_EQ(lines[0].score.win, 0.2);
}

}  // namespace
}  // namespace partita::study
