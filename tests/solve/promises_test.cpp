// What certificates and provers promise and no other test looked at.
#include <gtest/gtest.h>

#include <set>

#include "kit/corridor.h"
#include "kit/tictactoe.h"
#include "solve/certificate.h"
#include "solve/prover.h"
#include "solve/strategy.h"
#include "solve/verifier.h"

namespace partita::solve {
namespace {

using kit::TicTacToe;

/// A corner answered on an edge: X wins, but not at once.
constexpr const char* kCornerText = "3 X2/3/1O1 x";

TicTacToe::Position corner_position() { return *TicTacToe::Notation::read_position({3}, kCornerText); }

TEST(Claim, IsAnotherUnderOtherRules) {
  const Claim claim{"tictactoe", {{"size", "3"}, {"wrap", "off"}}, kCornerText, 0, "X"};
  EXPECT_NE(claim.text().find("size=3,wrap=off"), std::string::npos) << claim.text();
  Claim other = claim;
  other.rules["wrap"] = "on";
  EXPECT_NE(claim.digest(), other.digest());
}

TEST(Claim, KeepsItsRulesInTheFile) {
  Certificate certificate;
  certificate.claim = {"tictactoe", {{"size", "3"}, {"wrap", "off"}}, kCornerText, 0, "X"};
  certificate.entries = {{kCornerText, "a1"}};
  const auto read = read_certificate(write_certificate(certificate));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->certificate.claim.rules, certificate.claim.rules);
}

/// docs/solving.md: positions in which the winner wins at once have no entry.
TEST(StrategyWriter, LeavesOutWhatWinsAtOnce) {
  ProofTable table(1);
  EXPECT_EQ(Prover<TicTacToe>(corner_position(), 0, table, {}).run(), kProven);
  const auto entries = StrategyWriter<TicTacToe>(corner_position(), 0, table).entries();
  ASSERT_TRUE(entries.has_value());
  ASSERT_FALSE(entries->empty());
  for (const auto& [text, reply] : *entries) {
    auto pos = *TicTacToe::Notation::read_position({3}, text);
    game::MoveList<TicTacToe> moves;
    TicTacToe::generate_moves(pos, moves);
    for (const auto move : moves) {
      const auto undo = pos.play(move);
      EXPECT_FALSE(pos.is_over() && pos.payoff(0) == game::kPoint) << text << " wins at once";
      pos.retract(move, undo);
    }
  }
}

TEST(StrategyWriter, TellsWhatItHadToProveAgain) {
  ProofTable full(1);
  EXPECT_EQ(Prover<TicTacToe>(corner_position(), 0, full, {}).run(), kProven);
  StrategyWriter<TicTacToe> from_table(corner_position(), 0, full);
  ASSERT_TRUE(from_table.entries().has_value());
  EXPECT_EQ(from_table.proven_again(), 0u);
  // No threats are seen in a corridor: what the table does not know has to be searched.
  using Walk = kit::Corridor<20>;
  ProofTable empty(1);
  StrategyWriter<Walk> from_nothing(Walk::Position{}, 0, empty);
  ASSERT_TRUE(from_nothing.entries().has_value());
  EXPECT_GT(from_nothing.proven_again(), 0u);
}

TEST(Prover, HasVisitedNothingBeforeItRuns) {
  ProofTable table(1);
  Prover<TicTacToe> prover(corner_position(), 0, table, {});
  EXPECT_EQ(prover.progress({1, 1}).nodes, 0u);
  prover.run();
  EXPECT_GT(prover.progress({1, 1}).nodes, 0u);
}

}  // namespace
}  // namespace partita::solve
