// The preset that plays from the shipped strategy.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/data_files.h"
#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/engine.h"
#include "study/shipped_strategies.h"

namespace partita::study {
namespace {

constexpr catalog::Seat kBlack = 1;
const base::OptionValues kPerfectRules = {{"side", "10"}};

TEST(Perfect, WinsEveryGameAsBlackFromTheStrategyAlone) {
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  ASSERT_TRUE(engine.ok()) << engine.error();
  catalog::SearchRequest request;
  request.limits.depth = 1;  // where the strategy is missing, the test fails and does not think for ever
  base::Random random(11);
  for (int game = 0; game < 20; ++game) {
    auto position = catalog::AnyPosition::initial("andantino", kPerfectRules);
    while (!position->is_over()) {
      const auto moves = position->legal_moves();
      std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position->to_move() == kBlack) {
        const catalog::SearchResult result = (*engine)->search(*position, request);
        ASSERT_EQ(result.note, "certificate") << position->text();
        move = result.best_move;
      }
      ASSERT_TRUE(position->play(move).ok());
    }
    EXPECT_EQ(position->ending().winner(), kBlack);
  }
}

catalog::SearchRequest to_depth(int depth) {
  catalog::SearchRequest request;
  request.limits.depth = depth;
  return request;
}

TEST(Perfect, ThinksForItselfWhereNothingIsKnown) {
  auto engine = make_engine("andantino", {{"side", "5"}}, {std::string(kPerfectPreset), {}});
  ASSERT_TRUE(engine.ok());
  const auto start = catalog::AnyPosition::initial("andantino", {{"side", "5"}});
  const catalog::SearchResult result = (*engine)->search(*start, to_depth(2));
  EXPECT_EQ(result.note, "");
  EXPECT_FALSE(result.best_move.empty());
}

/// The shortest win of the seat from a position that is not over, as far as some nodes reach.
catalog::DistanceReport distance_of(const catalog::AnyPosition& position, catalog::Seat winner) {
  auto solver = catalog::make_solver("andantino", 16);
  catalog::SolveRequest request;
  request.nodes = 200'000;
  return (*solver)->distance(position, winner, 40, request);
}

/// White, to move and lost: no other move loses later.
TEST(Perfect, HoldsOutLongestWhereItIsLost) {
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  ASSERT_TRUE(engine.ok());
  base::Random random(21);
  int lost = 0;
  for (int game = 0; game < 24; ++game) {
    // Black follows the strategy, White plays anyhow: soon White is lost within the reach of a short search.
    auto position = catalog::AnyPosition::initial("andantino", kPerfectRules);
    while (!position->is_over() && position->ply() < 12) {
      const auto moves = position->legal_moves();
      std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position->to_move() == kBlack) move = (*engine)->search(*position, to_depth(1)).best_move;
      ASSERT_TRUE(position->play(move).ok());
    }
    if (position->is_over() || position->to_move() == kBlack) continue;
    const catalog::SearchResult result = (*engine)->search(*position, to_depth(2));
    ASSERT_EQ(result.note, "lost, holds out longest") << position->text();
    const auto length_after = [&](const std::string& move) {
      auto after = *position;
      EXPECT_TRUE(after.play(move));
      if (after.is_over()) return 0;
      const auto found = distance_of(after, kBlack);
      return found.at_most;
    };
    const int chosen = length_after(result.best_move);
    if (chosen == 0) continue;
    ++lost;
    for (const std::string& move : position->legal_moves()) {
      EXPECT_LE(length_after(move), chosen) << position->text() << ": " << move << " instead of " << result.best_move;
    }
  }
  EXPECT_GT(lost, 3);
}

/// Where White has the win, at the end of the atlas and after it: every move is a proven one, whoever replies how.
TEST(Perfect, WinsAsWhiteWhatTheAtlasKnows) {
  const auto atlas = shipped_atlas("andantino");
  ASSERT_TRUE(atlas);
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  base::Random random(22);
  int games = 0;
  for (const AtlasRow& row : atlas->rows()) {
    if (row.result != AtlasRow::Result::kSeat || row.winner == kBlack || row.moves.size() != 6) continue;
    if (++games > 5) break;
    (*engine)->new_game();
    auto position = position_of("andantino", row);
    while (!position->is_over()) {
      const auto moves = position->legal_moves();
      std::string move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      if (position->to_move() == row.winner) move = (*engine)->search(*position, to_depth(1)).best_move;
      ASSERT_TRUE(position->play(move).ok());
    }
    EXPECT_EQ(position->ending().winner(), int{row.winner}) << base::join(row.moves, " ");
  }
  EXPECT_GT(games, 4);
}

/// Both play at random: Black soon is where its strategy would not have led, and then nobody speaks of a certificate.
TEST(Perfect, ClaimsNoCertificateOffTheStrategy) {
  auto engine = make_engine("andantino", kPerfectRules, {std::string(kPerfectPreset), {}});
  const auto strategies =
      shipped_strategies("andantino", catalog::AnyPosition::initial("andantino", kPerfectRules)->rules());
  ASSERT_TRUE(engine.ok());
  base::Random random(12);
  int on = 0;
  int off = 0;
  for (int game = 0; game < 40; ++game) {
    auto position = catalog::AnyPosition::initial("andantino", kPerfectRules);
    while (position->ply() < 3 + game % 5) {
      const auto moves = position->legal_moves();
      ASSERT_TRUE(position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]).ok());
    }
    const bool is_covered = std::any_of(strategies.begin(), strategies.end(),
                                        [&](const auto& strategy) { return strategy->reply(*position).has_value(); });
    catalog::SearchRequest request = to_depth(2);
    request.is_analysis = true;  // without a proof search of its own
    const catalog::SearchResult result = (*engine)->search(*position, request);
    EXPECT_EQ(result.note == "certificate", is_covered) << position->text();
    EXPECT_TRUE(position->play(result.best_move).ok());
    ++(is_covered ? on : off);
  }
  EXPECT_GT(on, 2);
  EXPECT_GT(off, 10);
}

TEST(Perfect, MissingFilesAreNoStrategy) {
  EXPECT_EQ(base::shipped_file("certificates/no-such-file"), "");
  EXPECT_TRUE(shipped_strategies("andantino", {{"rules", "standard"}, {"side", "4"}}).empty());
}

}  // namespace
}  // namespace partita::study
