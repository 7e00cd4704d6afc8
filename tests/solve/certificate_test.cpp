#include "solve/certificate.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "kit/tictactoe.h"
#include "solve/checkpoint.h"
#include "solve/prover.h"
#include "solve/strategy.h"
#include "solve/verifier.h"

namespace partita::solve {
namespace {

using kit::TicTacToe;

/// A corner answered on an edge: X wins, but not at once.
constexpr const char* kWonText = "3 X2/3/1O1 x";

TicTacToe::Position won_position() {
  auto pos = TicTacToe::Notation::read_position({3}, kWonText);
  EXPECT_TRUE(pos.ok());
  return *pos;
}

Certificate certificate_of(const TicTacToe::Position& pos) {
  ProofTable table(1);
  Prover<TicTacToe> prover(pos, 0, table, {});
  EXPECT_EQ(prover.run(), kProven);
  auto entries = StrategyWriter<TicTacToe>(pos, 0, table).entries();
  EXPECT_TRUE(entries.has_value());
  return {{"tictactoe", {{"size", "3"}}, kWonText, 0, "X"}, true, *entries};
}

Verification verify(const Certificate& certificate) { return Verifier<TicTacToe>(certificate, won_position()).run(); }

TEST(Certificate, StrategyOfAWonPositionIsAccepted) {
  const Certificate certificate = certificate_of(won_position());
  ASSERT_GE(certificate.entries.size(), 2u);
  const Verification found = verify(certificate);
  EXPECT_TRUE(found.accepted) << found.reason;
  EXPECT_EQ(found.entries_used, certificate.entries.size());
  EXPECT_GE(found.longest_line, 5);
}

TEST(Certificate, AMissingEntryIsRefusedWithTheLineThatFindsIt) {
  const Certificate whole = certificate_of(won_position());
  for (std::size_t i = 0; i < whole.entries.size(); ++i) {
    Certificate broken = whole;
    broken.entries.erase(broken.entries.begin() + static_cast<std::ptrdiff_t>(i));
    const Verification found = verify(broken);
    ASSERT_FALSE(found.accepted);
    TicTacToe::Position pos = won_position();
    for (const std::string& text : found.refuting_line) {
      const auto move = TicTacToe::Notation::read_move(pos, text);
      ASSERT_TRUE(move.ok()) << text;
      pos.play(*move);
    }
    EXPECT_EQ(canonical_text<TicTacToe>(pos).text, whole.entries[i].first);
  }
}

TEST(Certificate, AnAlteredMoveIsNoticed) {
  const Certificate whole = certificate_of(won_position());
  int refuted = 0;
  for (std::size_t i = 0; i < whole.entries.size(); ++i) {
    const auto pos = TicTacToe::Notation::read_position({3}, whole.entries[i].first);
    ASSERT_TRUE(pos.ok());
    for (const auto move : legal_moves<TicTacToe>(*pos)) {
      Certificate altered = whole;
      altered.entries[i].second = TicTacToe::Notation::write_move(*pos, move);
      if (altered.entries[i] == whole.entries[i]) continue;
      EXPECT_NE(altered.entries_digest(), whole.entries_digest());
      refuted += verify(altered).accepted ? 0 : 1;
    }
  }
  EXPECT_GT(refuted, 0);
}

TEST(Certificate, AFalseClaimIsRefused) {
  Certificate certificate = certificate_of(won_position());
  certificate.claim.winner = 1;
  EXPECT_FALSE(verify(certificate).accepted);
}

TEST(Certificate, TextFormRoundTrips) {
  const Certificate certificate = certificate_of(won_position());
  const auto read = read_certificate(write_certificate(certificate));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->certificate.entries, certificate.entries);
  EXPECT_EQ(read->certificate.claim.text(), certificate.claim.text());
  EXPECT_TRUE(read->certificate.images_left_out);
  EXPECT_EQ(read->promised_digest, certificate.entries_digest());
}

TEST(Certificate, BadTextIsRefusedWithItsLine) {
  EXPECT_FALSE(read_certificate("").ok());
  EXPECT_FALSE(read_certificate("rubbish\n").ok());
  const std::string good = write_certificate(certificate_of(won_position()));
  const auto no_tab = read_certificate(good + "zzz\n");
  ASSERT_FALSE(no_tab.ok());
  EXPECT_NE(no_tab.error().find("line "), std::string::npos);
  const auto unsorted = read_certificate(good + "0\ta1\n");
  ASSERT_FALSE(unsorted.ok());
  EXPECT_NE(unsorted.error().find("sorted"), std::string::npos);
}

TEST(Checkpoint, ResumedTableHoldsTheProofAndForeignFilesAreRefused) {
  const std::string path = testing::TempDir() + "partita_checkpoint_test";
  ProofTable table(1);
  ProofShare share(table);
  ProofSearch<TicTacToe>(TicTacToe::Position(3), 0, share, {}).run();
  ASSERT_TRUE(write_checkpoint(path, {"a claim", 12, 3.5}, table).ok());
  ProofTable resumed(1);
  const auto header = read_checkpoint(path, "a claim", resumed);
  ASSERT_TRUE(header.ok()) << header.error();
  EXPECT_EQ(header->nodes, 12u);
  Remembered found;
  ASSERT_TRUE(resumed.probe(ProofLine<TicTacToe>(TicTacToe::Position(3), 0).key(), found));
  EXPECT_EQ(found.numbers, kDisproven);
  EXPECT_FALSE(read_checkpoint(path, "another claim", resumed).ok());
  ProofTable larger(2);
  EXPECT_FALSE(read_checkpoint(path, "a claim", larger).ok());
  ProofTable seeded(1, 7);
  EXPECT_FALSE(read_checkpoint(path, "a claim", seeded).ok());
  std::FILE* file = std::fopen(path.c_str(), "ab");
  ASSERT_NE(file, nullptr);
  std::fclose(file);
  EXPECT_FALSE(read_checkpoint(path + ".missing", "a claim", resumed).ok());
  std::remove(path.c_str());
}

TEST(Prover, SeveralThreadsAgreeWithOne) {
  for (const game::Seat attacker : {game::Seat{0}, game::Seat{1}}) {
    ProofTable table(1);
    ProofPlan plan;
    plan.threads = 3;
    EXPECT_EQ(Prover<TicTacToe>(TicTacToe::Position(3), attacker, table, plan).run(), kDisproven);
    ProofTable other(1);
    EXPECT_EQ(Prover<TicTacToe>(won_position(), attacker, other, plan).run(), attacker == 0 ? kProven : kDisproven);
  }
}

}  // namespace
}  // namespace partita::solve
