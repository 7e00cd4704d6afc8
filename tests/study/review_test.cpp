#include "study/review.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "catalog/solver.h"
#include "kit/effort.h"
#include "study/proof_store.h"

namespace partita::study {
namespace {

catalog::AnyPosition played(std::string_view game, const base::OptionValues& rules, int plies, std::uint64_t seed) {
  auto position = catalog::AnyPosition::initial(game, rules).value();
  base::Random random(seed);
  for (int ply = 0; ply < plies && !position.is_over(); ++ply) {
    const auto legal = position.legal_moves();
    EXPECT_TRUE(position.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]));
  }
  return position;
}

GameReview review(const catalog::AnyPosition& position) {
  ReviewRequest request;
  request.engine.overrides = {{"hash_mb", "1"}};
  request.limits.nodes = 500;
  auto result = review_game(position, request);
  EXPECT_TRUE(result) << result.error();
  return *result;
}

TEST(Review, NeedsHardlyAnyNodes) {
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    ReviewRequest request;
    request.limits.nodes = 1;
    const auto result = review_game(played(game, {}, 6, 2), request);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->plies.size(), 6U) << game;
  }
}

TEST(Review, EveryMarkHasItsReasonAndEveryClaimIsTrue) {
  int claims = 0;
  int marks = 0;
  for (const char* game : {"andantino", "omega", "tafl", "hex"}) {
    const GameReview result = review(played(game, {}, 24, 5));
    catalog::AnyPosition position = result.start;
    for (const ReviewedPly& ply : result.plies) {
      EXPECT_EQ(ply.reason.has_value(), ply.mark != MoveMark::kNone) << game;
      for (const Claim& claim : ply.reason ? ply.reason->claims : std::vector<Claim>()) {
        const std::string text = claim_text(game, claim, Language::kEnglish);
        EXPECT_TRUE(is_claim_true(position, claim)) << text;
        EXPECT_TRUE(claim.before.empty() || claim.is_askers == (claim.motif.side == ply.mover))
            << "of later moves is told what helps who makes them: " << text;
        ++claims;
      }
      if (ply.reason && ply.mark != MoveMark::kGood) {
        EXPECT_NE(reason_text(game, *ply.reason, Language::kEnglish), "") << "at least the line is told";
        ++marks;
      }
      ASSERT_TRUE(position.play(ply.move));
    }
  }
  EXPECT_GT(marks, 10);
  EXPECT_GT(claims, 10);
}

JudgedPosition judged(const catalog::AnyPosition& position, std::vector<std::pair<double, int>> lines) {
  JudgedPosition found;
  const auto legal = position.legal_moves();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    catalog::LineReport& line = found.result.lines.emplace_back();
    line.pv = {legal[i]};
    const double share = lines[i].first;
    line.score.by_seat = {share, 1 - share};
    if (position.to_move() == 1) std::swap(line.score.by_seat[0], line.score.by_seat[1]);
    if (lines[i].second != 0) line.score.distance = lines[i].second;
  }
  found.result.best_move = found.result.lines.front().pv.front();
  found.shares = found.result.lines.front().score.by_seat;
  return found;
}

// The next search may see that the only good move loses as well.
TEST(Review, WhatLosesByForceIsNotPraised) {
  const auto start = catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}}).value();
  for (const bool is_lost : {false, true}) {
    GameReviewer reviewer(start, {start.legal_moves().front()});
    reviewer.take(judged(start, {{0.4, 0}, {0.1, 0}}));
    const ReviewedPly* ply = reviewer.take(judged(reviewer.asked(), {{is_lost ? 1.0 : 0.6, is_lost ? 7 : 0}}));
    ASSERT_NE(ply, nullptr);
    EXPECT_EQ(ply->mark, is_lost ? MoveMark::kNone : MoveMark::kGood);
    EXPECT_EQ(ply->loss, 0.0);
  }
}

TEST(Review, WhoLeavesAShippedProofForAnEvenGameHasNotBlundered) {
  const auto start = catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}}).value();
  for (const bool is_shipped : {true, false}) {
    GameReviewer reviewer(start, {start.legal_moves()[1]});
    JudgedPosition before = judged(start, {{1.0, 45}});
    if (is_shipped) before.known = Proven{Proven::Result::kWin, "", 0, false, 0, {{start.legal_moves().front(), 45}}};
    reviewer.take(std::move(before));
    const ReviewedPly* ply = reviewer.take(judged(reviewer.asked(), {{0.53, 0}}));
    ASSERT_NE(ply, nullptr);
    EXPECT_EQ(ply->mark, is_shipped ? MoveMark::kInaccuracy : MoveMark::kBlunder);
    EXPECT_EQ(ply->leaves_proof, is_shipped);
  }
}

/// Four positions of a game: Red is lost, Blue answers with this move of those that are legal, and the search of the
/// next position, which has as few nodes, sees nothing of it.
std::vector<ReviewedPly> review_of_a_lost_side(std::size_t answer, double forgotten) {
  const auto start = catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}}).value();
  catalog::AnyPosition game = start;
  EXPECT_TRUE(game.play(start.legal_moves()[5]));
  EXPECT_TRUE(game.play(game.legal_moves()[answer]));
  EXPECT_TRUE(game.play(game.legal_moves()[3]));
  GameReviewer reviewer(start, game.moves());
  reviewer.take(judged(start, {{0.0, -8}}));
  reviewer.take(judged(reviewer.asked(), {{1.0, 7}, {0.8, 0}}));
  reviewer.take(judged(reviewer.asked(), {{forgotten, 0}}));
  reviewer.take(judged(reviewer.asked(), {{1.0, 5}}));
  EXPECT_TRUE(reviewer.is_done() && reviewer.is_whole());
  return reviewer.review().plies;
}

// The search of the position after a proven move found 20 % for the side that had lost, and the next one its loss
// again.
TEST(Review, AProofIsNotForgottenOneMoveLater) {
  const auto plies = review_of_a_lost_side(0, 0.203);
  ASSERT_EQ(plies.size(), 3U);
  for (const ReviewedPly& ply : plies) {
    EXPECT_EQ(ply.before[1], 1.0) << ply.move;
    EXPECT_EQ(ply.after[1], 1.0) << ply.move;
    EXPECT_EQ(ply.loss, 0.0) << ply.move;
    EXPECT_NE(ply.mark, MoveMark::kBlunder) << ply.move;
    EXPECT_EQ(ply.is_lost, ply.mover == 0) << ply.move;
  }
  EXPECT_EQ(plies[2].resisting, 6) << "one ply less than the win took that was carried on";
  EXPECT_TRUE(plies[2].proof.has_value());
}

TEST(Review, ALossThatTheSearchDoesNotSeeIsAWinForTheOther) {
  const auto start = catalog::AnyPosition::initial("hex", {{"side", "4"}, {"swap", "off"}}).value();
  GameReviewer reviewer(start, {start.legal_moves()[5]});
  reviewer.take(judged(start, {{0.0, -8}}));
  const ReviewedPly* ply = reviewer.take(judged(reviewer.asked(), {{0.6, 0}}));
  ASSERT_NE(ply, nullptr);
  EXPECT_EQ(ply->after, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(ply->loss, 0.0);
}

// Blue leaves the way that is known to win. Nothing says that there is no other, and the next search finds one.
TEST(Review, WhoWasProvenLostCannotBlunder) {
  const auto plies = review_of_a_lost_side(2, 0.203);
  ASSERT_EQ(plies.size(), 3U);
  EXPECT_TRUE(plies[1].leaves_proof);
  EXPECT_EQ(plies[2].mark, MoveMark::kNone);
  EXPECT_EQ(plies[2].loss, 0.0);
  // But a search that gives him even chances says so.
  EXPECT_EQ(review_of_a_lost_side(2, 0.6)[2].mark, MoveMark::kBlunder);
}

TEST(Review, BesideAProofItIsNotToldHowTheStonesStand) {
  auto position = catalog::AnyPosition::initial("andantino", {}).value();
  for (const char* move : {"I10", "J11", "I11"}) ASSERT_TRUE(position.play(move));
  ReasonQuestion question{position, {"H10", "I9"}, {"J12", "I12"}};
  const Reason shape = find_reason(question);
  EXPECT_FALSE(shape.claims.empty()) << "three stones in a line";
  question.better_end = 45;
  const Reason proven = find_reason(question);
  EXPECT_TRUE(proven.claims.empty());
  EXPECT_EQ(reason_text("andantino", proven, Language::kEnglish),
            "J12 wins by force, in at most 45 moves of both sides together.");
}

TEST(Review, AWinFarDownALineIsToldOnlyWhereTheSearchBelievesInTheLine) {
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "brandubh"}}).value();
  for (const char* move : {"d1-c1", "d3-c3"}) ASSERT_TRUE(position.play(move)) << move;
  // The attackers look on while the king walks to the corner; he is there at the sixth ply.
  ReasonQuestion question{position, {"d7-e7", "d4-d3", "e7-d7", "d3-g3", "d7-e7", "g3-g1"}, {"d7-c7"}};
  const auto tells_the_escape = [&] {
    const auto claims = find_reason(question).claims;
    return std::any_of(claims.begin(), claims.end(),
                       [](const Claim& claim) { return claim.before.size() >= 2 && claim.motif.kind == "escape"; });
  };
  EXPECT_TRUE(tells_the_escape()) << reason_text("tafl", find_reason(question), Language::kEnglish);
  question.played_chance = 0.2;
  EXPECT_TRUE(tells_the_escape()) << "the search says so too";
  question.played_chance = 0.6;
  EXPECT_FALSE(tells_the_escape()) << "the search sees that nobody need go along with it";
}

TEST(Review, WhoWinsAtOnceHasPlayedTheBestMove) {
  auto position = catalog::AnyPosition::initial("hex", {{"side", "3"}, {"swap", "off"}}).value();
  for (const char* move : {"a1", "b1", "a2", "b2"}) ASSERT_TRUE(position.play(move));
  GameReviewer reviewer(position, {"a3"});
  reviewer.take(judged(position, {{1.0, 3}}));
  const ReviewedPly* ply = reviewer.take(judged_by_rules(reviewer.asked()));
  ASSERT_NE(ply, nullptr);
  EXPECT_EQ(ply->best_move, "a3");
  EXPECT_EQ(ply->best.pv, std::vector<std::string>{"a3"});
  EXPECT_EQ(ply->best.score.distance, 1);
  EXPECT_EQ(ply->mark, MoveMark::kNone);
}

TEST(Review, WhatIsMissedIsCountedByKind) {
  const GameReview result = review(played("andantino", {{"side", "5"}}, 30, 3));
  int counted = 0;
  int faults = 0;
  for (const SeatReview& seat : result.seats) {
    for (const MissedKind& kind : missed_kinds("andantino", seat)) {
      counted += kind.count;
      EXPECT_EQ(kind.english.find(std::to_string(kind.count) + " "), 0U) << kind.english;
      EXPECT_EQ(kind.italian.find(std::to_string(kind.count) + " "), 0U) << kind.italian;
    }
  }
  for (const ReviewedPly& ply : result.plies) {
    faults += ply.reason && ply.mark != MoveMark::kGood && !ply.reason->claims.empty();
  }
  EXPECT_EQ(counted, faults);
  EXPECT_GT(counted, 0);
}

void expect_alike(const GameReview& one, const GameReview& other) {
  ASSERT_EQ(one.plies.size(), other.plies.size());
  for (std::size_t i = 0; i < one.plies.size(); ++i) {
    EXPECT_EQ(one.plies[i].before, other.plies[i].before) << i;
    EXPECT_EQ(one.plies[i].after, other.plies[i].after) << i;
    EXPECT_EQ(one.plies[i].loss, other.plies[i].loss) << i;
    EXPECT_EQ(one.plies[i].mark, other.plies[i].mark) << i;
  }
  EXPECT_EQ(one.key_moments, other.key_moments);
  EXPECT_EQ(one.turning_points, other.turning_points);
}

/// The game in which moves are replaced by other images of them wherever there are any.
catalog::AnyPosition other_image(const catalog::AnyPosition& game) {
  catalog::AnyPosition one = game;
  while (one.undo()) continue;
  catalog::AnyPosition image = one;
  for (const std::string& move : game.moves()) {
    EXPECT_TRUE(one.play(move));
    std::string chosen;
    for (const std::string& candidate : image.legal_moves()) {
      catalog::AnyPosition after = image;
      const bool is_image = after.play(candidate) && catalog::canonical_text(after) == catalog::canonical_text(one);
      if (is_image && (chosen.empty() || chosen == move)) chosen = candidate;
    }
    EXPECT_TRUE(image.play(chosen)) << move;
  }
  return image;
}

class ReviewOfAGame : public ::testing::TestWithParam<std::pair<const char*, base::OptionValues>> {};

TEST_P(ReviewOfAGame, IsTheSameAgainAndForItsImage) {
  const auto game = played(GetParam().first, GetParam().second, 8, 5);
  const GameReview first = review(game);
  expect_alike(first, review(game));
  const auto image = other_image(game);
  // A game without a solver has no canonical positions: its moves have no images but themselves.
  EXPECT_EQ(image.moves() != game.moves(), catalog::has_solver(game.game())) << "the board has symmetries";
  expect_alike(first, review(image));
}

// The review of a beginning is the beginning of the review: no position is judged by what came after it.
TEST_P(ReviewOfAGame, DoesNotDependOnHowTheGameWentOn) {
  auto game = played(GetParam().first, GetParam().second, 8, 7);
  const GameReview whole = review(game);
  for (int ply = 0; ply < 3; ++ply) ASSERT_TRUE(game.undo());
  const GameReview part = review(game);
  for (std::size_t i = 0; i < part.plies.size(); ++i) {
    EXPECT_EQ(part.plies[i].before, whole.plies[i].before) << i;
    EXPECT_EQ(part.plies[i].after, whole.plies[i].after) << i;
    EXPECT_EQ(part.plies[i].best_move, whole.plies[i].best_move) << i;
  }
}

TEST_P(ReviewOfAGame, NamesBestMovesThatCanBePlayed) {
  const auto game = played(GetParam().first, GetParam().second, 8, 9);
  const GameReview result = review(game);
  catalog::AnyPosition at = result.start;
  for (const ReviewedPly& ply : result.plies) {
    catalog::AnyPosition line = at;
    EXPECT_TRUE(line.read_path(ply.best_move)) << ply.best_move;
    for (const std::string& move : ply.best.pv) EXPECT_TRUE(line.play(move)) << move;
    ASSERT_TRUE(at.play(ply.move));
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ReviewOfAGame,
                         ::testing::Values(std::pair("andantino", base::OptionValues{{"side", "5"}}),
                                           std::pair("tafl", base::OptionValues{{"rules", "ashton"}}),
                                           std::pair("hex", base::OptionValues{{"side", "5"}}),
                                           std::pair("omega", base::OptionValues{{"side", "3"}})));

TEST(Review, OfAProvenGameAsksNoEngine) {
  if (kit::kIsSanitized) GTEST_SKIP() << "too slow under sanitizers";
  auto position = catalog::AnyPosition::initial("andantino", {}).value();
  for (int ply = 0; ply < 4; ++ply) {
    const auto known = shipped_proofs().ask(position);
    ASSERT_TRUE(known.has_value());
    const bool follows = position.to_move() == 1;
    ASSERT_TRUE(position.play(follows ? known->moves.front().move : known->moves.back().move));
  }
  ReviewRequest request;
  request.limits.nodes = 1;  // an engine would know nothing
  const auto result = review_game(position, request);
  ASSERT_TRUE(result) << result.error();
  for (const ReviewedPly& ply : result->plies) {
    EXPECT_EQ(ply.before[1], 1.0);
    EXPECT_TRUE(ply.proof.has_value());
    EXPECT_EQ(ply.is_lost, ply.mover == 0);
    EXPECT_NE(ply.mark, MoveMark::kBlunder) << "there is nothing left to blunder";
  }
  EXPECT_FALSE(result->seats[0].accuracy.has_value());
  EXPECT_TRUE(result->seats[0].resistance.has_value());
  EXPECT_NEAR(result->seats[1].accuracy.value(), 100.0, 0.01);
}

TEST(Review, OfAMoveThatCannotBePlayedEndsThere) {
  auto start = catalog::AnyPosition::initial("andantino", {{"side", "5"}}).value();
  const std::string first = start.legal_moves().front();
  GameReviewer reviewer(start, {first, first, first});
  int asked = 0;
  while (!reviewer.is_done()) {
    ++asked;
    JudgedPosition judged;
    judged.shares = {0.5, 0.5};
    judged.result.best_move = reviewer.asked().legal_moves().front();
    reviewer.take(judged);
  }
  EXPECT_EQ(asked, 2);
  EXPECT_FALSE(reviewer.is_whole());
  EXPECT_EQ(reviewer.review().plies.size(), 1U);
}

TEST(Review, StopsWhenItIsTold) {
  base::StopFlag stop;
  stop.raise();
  ReviewRequest request;
  request.stop = &stop;
  EXPECT_FALSE(review_game(played("andantino", {{"side", "5"}}, 4, 1), request).ok());
}

TEST(Review, RefusesEnginesThatCannotBeMade) {
  ReviewRequest request;
  request.engine.preset = "no such engine";
  EXPECT_FALSE(review_game(played("andantino", {{"side", "5"}}, 4, 1), request).ok());
}

TEST(KeyMoments, AreTheGreatestLosses) {
  EXPECT_EQ(key_moments({0.0, 0.5, 0.2, 0.01, 0.9, 0.3}), (std::vector<std::size_t>{1, 4, 5}));
  EXPECT_TRUE(key_moments({0.0, 0.01}).empty());
}

}  // namespace
}  // namespace partita::study
